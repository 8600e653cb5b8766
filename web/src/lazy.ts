// Items are drawn when they come near the window, a few in each frame and the uppermost first, so
// that a page of a hundred plots opens at once; all of them before printing.

const kFrameBudget = 12; // ms of drawing in one frame.

const waiting = new Map<Element, () => void>();
const near = new Set<Element>();

function start(element: Element): void {
  const act = waiting.get(element);
  waiting.delete(element);
  near.delete(element);
  observer.unobserve(element);
  act?.();
}

function drawSome(): void {
  const end = performance.now() + kFrameBudget;
  for (const element of near) {
    start(element);
    if (performance.now() > end) break;
  }
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
