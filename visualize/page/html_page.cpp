// SPDX-License-Identifier: MIT
#include "visualize/page/html_page.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "engine/trace/results/json_parts.hpp"
#include "engine/trace/results/result_json.hpp"
#include "visualize/model/markup.hpp"
#include "visualize/model/palette.hpp"
#include "visualize/model/wait_table.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/page/html_parts.hpp"

namespace mcheck {
namespace {

std::vector<std::string> notes_of(const std::vector<TraceStep>& trace) {
  std::vector<std::string> notes;
  for (std::size_t step = 0; step < trace.size(); ++step) notes.push_back(step_note(trace, step));
  return notes;
}

// What text reports say about a failure, so that the page says the same.
Json report_to_json(const FailureReport& failure, const ReportStyle& style) {
  Json json = Json::object();
  json.set("title", failure_title(failure.kind)).set("mark", failure_text(failure.kind));
  json.set("stuck", is_stuck(failure)).set("cycle", Json::of(wait_cycle(failure.threads)));
  json.set("notes", Json::of(notes_of(failure.trace)));
  if (failure.decisive_step)
    json.set("passing_notes", Json::of(notes_of(failure.decisive_step->passing)));
  return json.set("replay", replay_command(failure.schedule, style));
}

Json warning_to_json(const Warning& warning, const ReportStyle& style) {
  Json json = Json::object();
  json.set("title", failure_title(warning.kind));
  return json.set("replay", replay_command(warning.schedule, style));
}

// One line for each kind of failure; without failures, the result's own.
std::vector<std::string> explanations(const Result& result) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& id) {
    const std::string line = "mcheck explain " + id;
    if (!id.empty() && std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
  };
  for (const FailureReport& failure : result.failures) add(id_of(failure.kind));
  for (const Warning& warning : result.warnings) add(id_of(warning.kind));
  if (result.failures.empty()) add(id_of(result));
  return lines;
}

Json report_to_json(const Result& result, const ReportStyle& style) {
  Json json = Json::object();
  json.set("replayed", style.replayed).set("verdict", verdict_words(result));
  json.set("warnings", list_of(result.warnings, [&](const Warning& warning) {
             return warning_to_json(warning, style);
           }));
  json.set("searched", style.replayed ? "one schedule, replayed" : searched_text(result));
  json.set("explain", Json::of(explanations(result)));
  return json.set("failures", list_of(result.failures, [&](const FailureReport& failure) {
                    return report_to_json(failure, style);
                  }));
}

Json part_to_json(const SourcePart& part) {
  return Json::object().set("first", part.first).set("lines", Json::of(part.lines));
}

Json source_to_json(const SourceText& source) {
  Json json = Json::object();
  json.set("file", source.file).set("newer", source.newer);
  return json.set("parts", list_of(source.parts, part_to_json));
}

std::string palette_css() {
  std::string css = ":root {";
  for (std::size_t i = 0; i < kThreadColours.size(); ++i) {
    css += " --lane-" + std::to_string(i) + ": " + kThreadColours[i].strong + ";";
  }
  return css + " }";
}

std::string title_of(const std::vector<Result>& results, const ReportStyle& style) {
  ReportStyle plain = style;
  plain.coloured = false;
  std::string text =
      results.size() == 1 ? headline(results.front(), plain) : overall(results, plain);
  return shortened(one_line(text.substr(0, text.find('\n'))), 200);
}

}  // namespace

std::string fill_template(std::string_view page,
                          const std::vector<std::pair<std::string_view, std::string>>& texts) {
  std::string out;
  for (std::size_t at = 0; at < page.size();) {
    const auto here = std::ranges::find_if(
        texts, [&](const auto& each) { return page.substr(at).starts_with(each.first); });
    if (here != texts.end()) {
      out += here->second;
      at += here->first.size();
    } else {
      out += page[at++];
    }
  }
  return out;
}

std::string json_for_html(const Json& json) {
  std::string out;
  const std::string text = json.dump();
  for (std::size_t i = 0; i < text.size(); ++i) {
    // In UTF-8, U+2028 and U+2029 are e2 80 a8 and e2 80 a9.
    const std::string_view here = std::string_view(text).substr(i, 3);
    if (here == "\xe2\x80\xa8" || here == "\xe2\x80\xa9") {
      out += here == "\xe2\x80\xa8" ? "\\u2028" : "\\u2029";
      i += 2;
      continue;
    }
    switch (text[i]) {
      case '<': out += "\\u003c"; break;
      case '>': out += "\\u003e"; break;
      case '&': out += "\\u0026"; break;
      default: out += text[i];
    }
  }
  return out;
}

std::string html_page(const std::vector<Result>& results, const ReportStyle& style,
                      const std::vector<SourceText>& sources) {
  ReportStyle plain = style;
  plain.coloured = false;
  Json data = Json::object();
  data.set("results", list_of(results, [](const Result& result) { return to_json(result); }));
  data.set("report",
           list_of(results, [&](const Result& result) { return report_to_json(result, plain); }));
  data.set("sources", list_of(sources, source_to_json));
  const HtmlParts parts = html_parts();
  return fill_template(parts.page, {{"@title@", escaped_markup(title_of(results, plain))},
                                    {"@palette@", palette_css()},
                                    {"@style@", parts.style},
                                    {"@data@", json_for_html(data)},
                                    {"@script@", parts.script}});
}

}  // namespace mcheck
