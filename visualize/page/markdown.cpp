// SPDX-License-Identifier: MIT
#include "visualize/page/markdown.hpp"

#include <algorithm>
#include <string_view>

#include "engine/base/utf8.hpp"
#include "visualize/graph/mermaid.hpp"
#include "visualize/model/markup.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/text/report.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxDetails = 10;  // hosts truncate longer texts

// Escaped for a cell or a line: nothing in it is markup.
std::string escaped_markdown(const std::string& text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (std::string_view("\\`*_{}[]|>#!~").find(c) != std::string_view::npos) {
      out += std::string("\\") + c;
    } else {
      out += c;
    }
  }
  return out;
}

// The text between fences that are longer than any in it.
std::string fenced(const std::string& text, const std::string& language) {
  std::size_t longest = 2;
  for (std::size_t i = 0, run = 0; i < text.size(); ++i) {
    run = text[i] == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + language + "\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n";
}

const char* status_mark(CaseStatus status) {
  switch (status) {
    case CaseStatus::kAsExpected: return "✅";
    case CaseStatus::kKnown: return "🟡 known";
    case CaseStatus::kWarned: return "⚠️";
    case CaseStatus::kFailed: return "❌";
    case CaseStatus::kBroken: return "💥";
  }
  return "";
}

std::string table_row(const SuiteCase& each) {
  std::uint64_t executions = 0;
  for (const Result& result : each.results) executions += result.executions;
  return std::string("| ") + status_mark(each.status) + " | " + escaped_markdown(each.name) +
         " | " + verdict_text(each) + " | " + grouped(executions) + " | " +
         (each.cached ? "cached" : seconds_text(each.seconds)) + " | " +
         escaped_markdown(each.why) + " |\n";
}

// The counterexamples as diagrams, which hosts render.
std::string diagrams(const Result& result) {
  std::string text;
  for (const FailureReport& failure : result.failures) {
    if (failure.trace.empty()) continue;
    text += "\n" + fenced(mermaid_execution(failure, failure_title(failure.kind)), "mermaid");
  }
  return text;
}

std::string case_details(const SuiteCase& each) {
  std::string text = "\n<details><summary>" + escaped_markup(one_line(each.name)) + ": " +
                     escaped_markup(one_line(each.why)) + "</summary>\n\n";
  for (const Result& result : each.results) {
    if (result.verdict == Verdict::kVerified) continue;
    text += fenced(report_of(result, {.program = each.program}), "text") + diagrams(result);
  }
  return text + "\n</details>\n";
}

}  // namespace

std::string markdown_text(const Suite& suite) {
  std::string text =
      "## mcheck: " + escaped_markdown(suite.name) + "\n\n" + suite_status_text(suite) + ".\n\n";
  text += "| | case | verdict | executions | time | |\n|---|---|---|---:|---:|---|\n";
  for (const SuiteCase& each : suite.cases) text += table_row(each);
  std::size_t shown = 0;
  for (const SuiteCase& each : suite.cases) {
    if (each.status == CaseStatus::kAsExpected || each.results.empty()) continue;
    if (worst_verdict(each.results) == Verdict::kVerified) continue;  // its table row says it all
    if (++shown <= kMaxDetails) text += case_details(each);
  }
  if (shown > kMaxDetails) {
    text += "\nand " + std::to_string(shown - kMaxDetails) + " more.\n";
  }
  return text;
}

}  // namespace mcheck
