// SPDX-License-Identifier: MIT
// The list of tests and failures, if there are several: a button for each.

function showIndex(host, app) {
  const entries = app.entries;
  host.hidden = entries.length < 2;
  if (host.hidden) return;
  const bugs = entries.filter((entry) => entry.failure).length;
  replaceAll(host, make("h2", {}, counted(app.data.results.length, "test") + ", " +
    counted(bugs, "failure")),
  make("ul", {}, entries.map((entry, i) => make("li", {}, make("button", {
    class: "entry " + entry.result.verdict, "aria-current": i === app.entry ? "true" : null,
    title: shown(entry.failure ? failureText(entry.failure) : entry.result.reason, 1000),
    onclick: () => app.open(i),
  }, make("span", {class: "sign"}, kSigns[entry.result.verdict]), " ",
  make("b", {}, shown(entry.result.test || entry.result.program, 40)),
  entry.report ? " " + entry.report.title : "")))));
}

// One entry for each failure, and one for each test without failures.
function entriesOf(data) {
  return data.results.flatMap((result, r) => {
    const resultReport = data.report[r];
    const failures = result.limit ? [...result.failures, result.limit] : result.failures;
    if (failures.length === 0) return [{result, resultReport, failure: null, report: null}];
    return failures.map((failure, f) =>
      ({result, resultReport, failure, report: resultReport.failures[f]}));
  });
}
