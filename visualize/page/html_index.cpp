// SPDX-License-Identifier: MIT
#include "visualize/page/html_index.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "visualize/model/markup.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/page/html_parts.hpp"
#include "visualize/text/report.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxFileName = 80;

// "The stack, 3×" → "the-stack-3"
std::string slug(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || c == '_');
    if (plain) out += static_cast<char>(std::tolower(byte));
    if (!plain && !out.empty() && out.back() != '-') out += '-';
  }
  out = out.substr(0, kMaxFileName);
  while (out.ends_with('-')) out.pop_back();
  return out.empty() ? "case" : out;
}

bool page_has_failure(const SuiteCase& each) {
  return std::ranges::any_of(each.results,
                             [](const Result& result) { return !result.failures.empty(); });
}

std::string cell(const char* kind, const std::string& text) {
  return std::string("<td class=\"") + kind + "\">" + text + "</td>";
}

std::string index_row(const SuiteCase& each, const std::string& page) {
  std::uint64_t executions = 0;
  for (const Result& result : each.results) executions += result.executions;
  const std::string name = escaped_markup(one_line(each.name));
  const char* kind = is_failure(each.status)              ? "failure"
                     : each.status == CaseStatus::kKnown  ? "known"
                     : each.status == CaseStatus::kWarned ? "warned"
                                                          : "wanted";
  return std::string("<tr class=\"") + kind + "\">" + cell("standing", name_of(each.status)) +
         "<th scope=\"row\">" +
         (page.empty() ? name : "<a href=\"" + page + "\">" + name + "</a>") + "</th>" +
         cell("verdict", verdict_text(each)) + cell("number", grouped(executions)) +
         cell("number", each.cached ? "cached" : seconds_text(each.seconds)) +
         cell("why", escaped_markup(one_line(each.why))) + "</tr>\n";
}

}  // namespace

std::vector<std::string> page_names(const Suite& suite) {
  std::vector<std::string> names;
  std::set<std::string> taken = {"index"};
  for (const SuiteCase& each : suite.cases) {
    const std::string base = slug(each.name);
    std::string name = base;
    for (int number = 2; !taken.insert(name).second; ++number) {
      name = base + "-" + std::to_string(number);
    }
    names.push_back(page_has_failure(each) ? name + ".html" : "");
  }
  return names;
}

std::string html_index(const Suite& suite, const std::vector<std::string>& pages) {
  std::string rows;
  for (std::size_t i = 0; i < suite.cases.size(); ++i) rows += index_row(suite.cases[i], pages[i]);
  const HtmlParts parts = html_parts();
  return fill_template(parts.index, {{"@title@", escaped_markup("mcheck: " + one_line(suite.name))},
                                     {"@style@", parts.index_style},
                                     {"@status@", escaped_markup(suite_status_text(suite))},
                                     {"@rows@", rows}});
}

}  // namespace mcheck
