/** Whether boards are dark, for players that draw them in the colours of the page. */

const system = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark: by the visitor's choice, else by that of his system. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (theme !== "light" && system.matches);
}

/** Call this whenever the system turns dark or light. */
export function followTheme(changed) {
  system.addEventListener("change", changed);
}
