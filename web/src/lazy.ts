// Items are drawn when they come near the window, so that a page of a hundred plots opens at once;
// all of them before printing.

const waiting = new Map<Element, () => void>();

function start(element: Element): void {
  const act = waiting.get(element);
  waiting.delete(element);
  observer.unobserve(element);
  act?.();
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) if (entry.isIntersecting) start(entry.target);
  },
  { rootMargin: "600px" },
);

export function whenNear(element: Element, act: () => void): void {
  waiting.set(element, act);
  observer.observe(element);
}

export function startPrintingAll(): void {
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details.section")) {
      (details as HTMLDetailsElement).open = true;
    }
    for (const element of [...waiting.keys()]) start(element);
  });
}
