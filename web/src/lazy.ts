// Items are drawn when they come near the window, a few in each frame and the uppermost first, so
// that a page of a hundred plots opens at once; all of them before printing. What takes long to begin
// (scenes) waits until the others in sight are drawn and the page can be used.

const kFrameBudget = 12; // ms of drawing in one frame.

interface Waiting {
  act: () => void;
  late: boolean;
}

const waiting = new Map<Element, Waiting>();
const near = new Set<Element>();

function start(element: Element): void {
  const act = waiting.get(element)?.act;
  waiting.delete(element);
  near.delete(element);
  observer.unobserve(element);
  act?.();
}

function drawSome(): void {
  const end = performance.now() + kFrameBudget;
  for (const element of near) {
    if (waiting.get(element)?.late) continue;
    start(element);
    if (performance.now() > end) break;
  }
  const rest = [...near];
  if (rest.some((element) => !waiting.get(element)?.late)) requestAnimationFrame(drawSome);
  else if (rest.length > 0) requestAnimationFrame(() => setTimeout(drawLate));
}

// One in each turn, behind what the reader does.
function drawLate(): void {
  const [element] = near;
  if (element) start(element);
  if (near.size > 0) requestAnimationFrame(drawSome);
}

const observer = new IntersectionObserver(
  (entries) => {
    if (near.size === 0) requestAnimationFrame(drawSome);
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) near.add(target);
      else near.delete(target);
    }
  },
  { rootMargin: "500px" },
);

export function whenNear(element: Element, act: () => void, late = false): void {
  waiting.set(element, { act, late });
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
