// Light or dark: as the system says, until the reader chooses; on paper always light, and as wide as
// the paper.

const listeners = new Set<() => void>();
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen: "light" | "dark" | null = null;
let printing = false;

export function isDark(): boolean {
  return !printing && (chosen ? chosen === "dark" : system.matches);
}

export function isPrinting(): boolean {
  return printing;
}

export function cssColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function onThemeChange(listener: () => void): void {
  listeners.add(listener);
}

function apply(): void {
  const { dataset } = document.documentElement;
  dataset.theme = isDark() ? "dark" : "light";
  if (printing) dataset.printing = "";
  else delete dataset.printing;
  for (const listener of listeners) listener();
}

export function toggleTheme(): void {
  chosen = isDark() ? "light" : "dark";
  apply();
}

export function startTheme(): void {
  system.addEventListener("change", apply);
  addEventListener("beforeprint", () => {
    printing = true;
    apply();
  });
  addEventListener("afterprint", () => {
    printing = false;
    apply();
  });
  apply();
}
