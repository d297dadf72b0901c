// SPDX-License-Identifier: MIT
#include "visualize/exchange/annotations.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include "engine/base/json.hpp"
#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "visualize/exchange/project_paths.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

struct Annotation {
  CaseStatus status = CaseStatus::kFailed;
  FailurePlace place;
  std::string id;  // "MC002"; "" if nothing failed
  std::string title;
  std::string text;
  std::string identity;
};

std::string replay_text(const SuiteCase& each, const std::string& schedule) {
  return schedule.empty()
             ? ""
             : "\nmcheck replay " + shell_word(each.program) + " " + shell_word(schedule);
}

// Warnings, in which no execution failed; they do not depend on the expected verdict.
void add_warnings(const SuiteCase& each, std::vector<Annotation>& annotations) {
  for (const Result& result : each.results) {
    for (const Warning& warning : result.warnings) {
      const WarningPlace place = warning.places.empty() ? WarningPlace{} : warning.places.front();
      const std::string id = id_of(warning.kind);
      annotations.push_back({.status = CaseStatus::kWarned,
                             .place = {place.file, place.line, place.function},
                             .id = id,
                             .title = id + " " + failure_noun(warning.kind) + " in " + each.name,
                             .text = warning.message + replay_text(each, warning.schedule),
                             .identity = identity_of(result, warning)});
    }
  }
}

void add_caveats(const SuiteCase& each, std::vector<Annotation>& annotations) {
  for (const Result& result : each.results) {
    const std::string caveat = schedule_caveat(result);
    if (caveat.empty()) continue;
    annotations.push_back({.status = CaseStatus::kWarned,
                           .title = "forced schedule of " + each.name,
                           .text = caveat,
                           .identity = each.name + " schedule"});
  }
}

// One annotation for each failure of a case that is not as expected.
std::vector<Annotation> annotations_of(const SuiteCase& each) {
  std::vector<Annotation> annotations;
  for (const Result& result : each.results) {
    for (const FailureReport& failure : result.failures) {
      const std::string id = id_of(failure.kind);
      annotations.push_back({.status = is_limit(failure.kind) ? CaseStatus::kWarned : each.status,
                             .place = place_of(failure),
                             .id = id,
                             .title = id + " " + failure_noun(failure.kind) + " in " + each.name,
                             .text = failure.message + replay_text(each, failure.schedule),
                             .identity = identity_of(result, failure)});
    }
  }
  if (annotations.empty()) {
    annotations.push_back(
        {.status = each.status, .title = each.name, .text = each.why, .identity = each.name});
  }
  return annotations;
}

using AnnotationVisitor = std::function<void(ProjectPaths&, const SuiteCase&, const Annotation&)>;

void for_each_annotation(const Suite& suite, const std::string& root,
                         const AnnotationVisitor& visit) {
  for (const SuiteCase& each : suite.cases) {
    ProjectPaths paths(root, each.executable);
    std::vector<Annotation> annotations;
    if (each.status != CaseStatus::kAsExpected) annotations = annotations_of(each);
    add_warnings(each, annotations);
    add_caveats(each, annotations);
    for (const Annotation& annotation : annotations) visit(paths, each, annotation);
  }
}

// Percent-encoding of GitHub's runner: `value` for a property of the command, otherwise for its
// text.
std::string percent_encoded(const std::string& text, bool value) {
  const std::string_view special = value ? "%\r\n:," : "%\r\n";
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : valid_utf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (special.find(c) == std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
  return out;
}

const char* level_of(CaseStatus status) {
  if (status == CaseStatus::kKnown) return "notice";
  return status == CaseStatus::kWarned ? "warning" : "error";
}

}  // namespace

std::string github_annotations(const Suite& suite, const std::string& root) {
  std::string text;
  for_each_annotation(
      suite, root, [&](ProjectPaths& paths, const SuiteCase&, const Annotation& annotation) {
        text += std::string("::") + level_of(annotation.status) + " ";
        if (!annotation.place.file.empty()) {
          text += "file=" + percent_encoded(paths.from_root(annotation.place.file), true) +
                  ",line=" + std::to_string(std::max(annotation.place.line, 1)) + ",";
        }
        text += "title=" + percent_encoded(annotation.title, true) +
                "::" + percent_encoded(annotation.text, false) + "\n";
      });
  return text;
}

std::string gitlab_code_quality(const Suite& suite, const std::string& root) {
  Json list = Json::array();
  for_each_annotation(
      suite, root, [&](ProjectPaths& paths, const SuiteCase& each, const Annotation& annotation) {
        const std::string file =
            annotation.place.file.empty() ? each.program : annotation.place.file;
        Json location = Json::object().set("path", valid_utf8(paths.from_root(file)));
        location.set("lines", Json::object().set("begin", std::max(annotation.place.line, 1)));
        Json entry = Json::object();
        entry.set("description", valid_utf8(annotation.title + ": " + annotation.text));
        entry.set("check_name", annotation.id.empty() ? "mcheck" : annotation.id);
        entry.set("fingerprint", valid_utf8(annotation.identity));
        entry.set("severity", annotation.status == CaseStatus::kKnown    ? "info"
                              : annotation.status == CaseStatus::kWarned ? "minor"
                                                                         : "major");
        list.add(entry.set("location", std::move(location)));
      });
  return list.dump(true);
}

}  // namespace mcheck
