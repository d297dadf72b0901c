// SPDX-License-Identifier: MIT
// Runs before the page's script: records errors, and provides functions to operate and inspect the
// page.

const findings = {checks: 0, trouble: []};
addEventListener("error", (event) => findings.trouble.push("error: " + event.message));
addEventListener("unhandledrejection", (event) => findings.trouble.push("error: " + event.reason));
addEventListener("securitypolicyviolation", (event) =>
  findings.trouble.push("tried to load " + event.blockedURI));

function check(truth, words) {
  ++findings.checks;
  if (!truth) findings.trouble.push(words);
}

function same(is, should, words) {
  check(Object.is(is, should), `${words}: is ${JSON.stringify(is)}, should be ` +
    JSON.stringify(should));
}

const one = (selector) => document.querySelector(selector);
const all = (selector) => Array.from(document.querySelectorAll(selector));
const text = (selector, within = document) => {
  const element = within.querySelector(selector);
  return element ? element.textContent : null;
};

// A key press at the focused element, as a browser sends it.
function press(key, more = {}) {
  const target = document.activeElement || document.body;
  target.dispatchEvent(new KeyboardEvent("keydown",
    {key, bubbles: true, cancelable: true, ...more}));
}

function type(words) {
  const field = document.activeElement;
  field.value = words;
  field.dispatchEvent(new Event("input", {bubbles: true}));
}

const stepRows = () => all("#board .row.step").map((row) => Number(row.dataset.step));
const currentRow = () => {
  const row = one("#board .row.current");
  return row ? Number(row.dataset.step) : null;
};

// Runs after the page's script.
function run(script) {
  try {
    script();
  } catch (thrown) {
    findings.trouble.push("thrown: " + thrown.stack);
  }
  const note = document.createElement("pre");
  note.id = "findings";
  note.textContent = JSON.stringify(findings);
  document.body.append(note);
}
