// Light or dark: as the system has it, until somebody chooses; the choice is kept.

const KEY = "ponder.theme";

/** @returns {"light" | "dark"} What is shown just now. */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

/** @param {string | null} chosen */
function wear(chosen) {
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}

export function switchTheme() {
  const other = theme() === "light" ? "dark" : "light";
  wear(other);
  try {
    localStorage.setItem(KEY, other);
  } catch {
    // A browser that keeps nothing can still be light.
  }
}

try {
  wear(localStorage.getItem(KEY));
} catch {
  // As above.
}
