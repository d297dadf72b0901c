// SPDX-License-Identifier: MIT
// Light or dark: the system's setting, or the reader's choice.

function themeNow() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function useTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

function followSystem() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
    if (!keptTheme()) useTheme(event.matches ? "dark" : "light");
  });
}

// If a page from a file may not store anything, the choice lasts as long as the page.
function keptTheme() {
  try {
    return localStorage.getItem("mcheck-theme");
  } catch (refused) {
    return null;
  }
}

function keepTheme(theme) {
  useTheme(theme);
  try {
    localStorage.setItem("mcheck-theme", theme);
  } catch (refused) {
    return;
  }
}
