// SPDX-License-Identifier: MIT
#include "visualize/exchange/junit.hpp"

#include <array>
#include <cstdio>

#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "visualize/model/markup.hpp"
#include "visualize/text/report.hpp"

namespace mcheck {
namespace {

// For a text or an attribute; characters that XML 1.0 does not allow become U+FFFD.
std::string xml_escaped(const std::string& text) {
  std::string out;
  for (const char c : escaped_markup(valid_utf8(text))) {
    if (c == '\t') {
      out += "&#9;";
    } else if (c == '\n') {
      out += "&#10;";
    } else {
      out += static_cast<unsigned char>(c) < 0x20 ? "\uFFFD" : std::string(1, c);
    }
  }
  return out;
}

// Within an element line ends need no escaping.
std::string xml_escaped_lines(const std::string& text) {
  std::string out = xml_escaped(text);
  for (std::size_t at = out.find("&#10;"); at != std::string::npos; at = out.find("&#10;", at)) {
    out.replace(at, 5, "\n");
  }
  return out;
}

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + xml_escaped(value) + "\"";
}

std::string seconds(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

std::string element(const char* name, const SuiteCase& each, const std::string& type,
                    const std::string& text) {
  const std::string begin = std::string("    <") + name + attribute("message", one_line(each.why)) +
                            (type.empty() ? "" : attribute("type", type));
  return begin + ">" + xml_escaped_lines(text) + "</" + name + ">\n";
}

// "MC002", or the verdict if nothing failed.
std::string type_of(const SuiteCase& each) {
  for (const Result& result : each.results) {
    if (*id_of(result) != '\0') return id_of(result);
  }
  if (!each.results.empty()) return name_of(worst_verdict(each.results));
  return each.verdict.empty() ? "broken" : each.verdict;
}

std::string case_report(const SuiteCase& each) {
  std::string text;
  for (const Result& result : each.results) {
    text += (text.empty() ? "" : "\n") + report_of(result, {.program = each.program});
  }
  return text.empty() ? each.why + "\n" : text;
}

std::string case_element(const Suite& suite, const SuiteCase& each) {
  std::string text = "  <testcase" + attribute("name", each.name) +
                     attribute("classname", suite.name) + attribute("time", seconds(each.seconds)) +
                     ">\n";
  switch (each.status) {
    case CaseStatus::kFailed:
      text += element("failure", each, type_of(each), case_report(each));
      break;
    case CaseStatus::kBroken:
      text += element("error", each, type_of(each), case_report(each));
      break;
    case CaseStatus::kKnown:
    case CaseStatus::kWarned: text += element("skipped", each, "", ""); break;
    case CaseStatus::kAsExpected: break;
  }
  if (!is_failure(each.status)) {
    text += "    <system-out>" + xml_escaped_lines(case_report(each)) + "</system-out>\n";
  }
  return text + "  </testcase>\n";
}

}  // namespace

std::string junit_xml(const Suite& suite) {
  const std::string counts =
      attribute("tests", std::to_string(suite.cases.size())) +
      attribute("failures", std::to_string(count(suite, CaseStatus::kFailed))) +
      attribute("errors", std::to_string(count(suite, CaseStatus::kBroken)));
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
                    attribute("name", "mcheck") + counts +
                    attribute("time", seconds(suite.seconds)) + ">\n<testsuite" +
                    attribute("name", suite.name) + counts +
                    attribute("skipped", std::to_string(count(suite, CaseStatus::kKnown) +
                                                        count(suite, CaseStatus::kWarned))) +
                    attribute("time", seconds(suite.seconds)) + ">\n";
  for (const SuiteCase& each : suite.cases) xml += case_element(suite, each);
  return xml + "</testsuite>\n</testsuites>\n";
}

}  // namespace mcheck
