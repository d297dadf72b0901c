// SPDX-License-Identifier: MIT
// Light or dark: the system's setting, or the reader's choice.

function currentTheme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function applyTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

function followSystem() {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
    if (!storedTheme()) applyTheme(event.matches ? "dark" : "light");
  });
}

// If a page from a file may not store anything, the choice lasts as long as the page.
function storedTheme() {
  try {
    return localStorage.getItem("mcheck-theme");
  } catch (refused) {
    return null;
  }
}

function storeTheme(theme) {
  applyTheme(theme);
  try {
    localStorage.setItem("mcheck-theme", theme);
  } catch (refused) {
    return;
  }
}
