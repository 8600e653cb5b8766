// Elements are made here and nowhere else. Text goes in as textContent, so that names from a user's
// file are shown as they are.

type Attributes = Record<string, string | number | boolean>;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = "",
  text = "",
  attributes: Attributes = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  return element;
}

export function button(text: string, title: string, onClick: () => void): HTMLButtonElement {
  const element = make("button", "button", text, { type: "button", title });
  element.addEventListener("click", onClick);
  return element;
}

export function toggle(
  text: string,
  title: string,
  pressed: boolean,
  onChange: (pressed: boolean) => void,
): HTMLButtonElement {
  const element = button(text, title, () => {
    const now = element.getAttribute("aria-pressed") !== "true";
    element.setAttribute("aria-pressed", String(now));
    onChange(now);
  });
  element.setAttribute("aria-pressed", String(pressed));
  return element;
}

// The frame that all items share: title with tools at its right, content, a sentence below.
export interface Card {
  root: HTMLElement;
  tools: HTMLElement;
  content: HTMLElement;
  note: HTMLElement;
}

export function makeCard(kind: string, title: string, note: string): Card {
  const root = make("figure", `card ${kind}`);
  const head = make("figcaption", "card-head");
  const tools = make("div", "tools");
  head.append(make("h3", "", title), tools);
  const content = make("div", "card-content");
  const noteElement = make("p", "card-note", note);
  noteElement.hidden = note === "";
  root.append(head, content, noteElement);
  return { root, tools, content, note: noteElement };
}

export function addNote(card: Card, sentence: string): void {
  card.note.textContent = [card.note.textContent, sentence].filter((s) => s).join(" ");
  card.note.hidden = false;
}
