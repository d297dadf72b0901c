// SPDX-License-Identifier: MIT
// Light or dark, which is remembered, and the list of pages on a narrow screen.
const root = document.documentElement;
const remembered = () => {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // a page that was opened as a file may not remember
  }
};
if (remembered()) root.dataset.theme = remembered();

addEventListener("DOMContentLoaded", () => {
  document.getElementById("theme").addEventListener("click", () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme ?? (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // as above
    }
  });
  const list = document.getElementById("list");
  list.addEventListener("click", () => {
    const open = document.body.classList.toggle("open");
    list.setAttribute("aria-expanded", String(open));
  });
  // The list scrolls to this page, and the page stays where it is.
  const pages = document.getElementById("pages");
  const here = pages.querySelector("[aria-current]");
  if (here) pages.scrollTop = here.offsetTop - pages.clientHeight / 2;
});
