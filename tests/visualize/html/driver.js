// SPDX-License-Identifier: MIT
// In front of the page's script: notes whatever goes wrong there, and offers hands and eyes.

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

// A key as a person presses it: where the focus is.
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

// Behind the page's script.
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
