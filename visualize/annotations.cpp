// SPDX-License-Identifier: MIT
#include "visualize/annotations.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include "engine/base/json.hpp"
#include "engine/base/utf8.hpp"
#include "engine/trace/failure_id.hpp"
#include "visualize/told_paths.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

struct Remark {
  Standing standing = Standing::kFailed;
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
void add_warnings(const SuiteCase& each, std::vector<Remark>& remarks) {
  for (const Result& result : each.results) {
    for (const Warning& warning : result.warnings) {
      const WarningPlace place = warning.places.empty() ? WarningPlace{} : warning.places.front();
      const std::string id = id_of(warning.kind);
      remarks.push_back({.standing = Standing::kWarned,
                         .place = {place.file, place.line, place.function},
                         .id = id,
                         .title = id + " " + failure_noun(warning.kind) + " in " + each.name,
                         .text = warning.message + replay_text(each, warning.schedule),
                         .identity = identity_of(result, warning)});
    }
  }
}

// One annotation for each failure of a case that is not as expected.
std::vector<Remark> remarks_of(const SuiteCase& each) {
  std::vector<Remark> remarks;
  for (const Result& result : each.results) {
    for (const FailureReport& failure : result.failures) {
      const std::string id = id_of(failure.kind);
      remarks.push_back({.standing = is_limit(failure.kind) ? Standing::kWarned : each.standing,
                         .place = place_of(failure),
                         .id = id,
                         .title = id + " " + failure_noun(failure.kind) + " in " + each.name,
                         .text = failure.message + replay_text(each, failure.schedule),
                         .identity = identity_of(result, failure)});
    }
  }
  if (remarks.empty()) {
    remarks.push_back(
        {.standing = each.standing, .title = each.name, .text = each.why, .identity = each.name});
  }
  return remarks;
}

using Tell = std::function<void(ToldPaths&, const SuiteCase&, const Remark&)>;

void for_each_remark(const Suite& suite, const std::string& root, const Tell& tell) {
  for (const SuiteCase& each : suite.cases) {
    ToldPaths paths(root, each.executable);
    std::vector<Remark> remarks;
    if (each.standing != Standing::kAsWanted) remarks = remarks_of(each);
    add_warnings(each, remarks);
    for (const Remark& remark : remarks) tell(paths, each, remark);
  }
}

// Percent-encoding of GitHub's runner: `value` for a property of the command, otherwise for its
// text.
std::string percent(const std::string& text, bool value) {
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

const char* level_of(Standing standing) {
  if (standing == Standing::kKnown) return "notice";
  return standing == Standing::kWarned ? "warning" : "error";
}

}  // namespace

std::string github_annotations(const Suite& suite, const std::string& root) {
  std::string text;
  for_each_remark(suite, root, [&](ToldPaths& paths, const SuiteCase&, const Remark& remark) {
    text += std::string("::") + level_of(remark.standing) + " ";
    if (!remark.place.file.empty()) {
      text += "file=" + percent(paths.told(remark.place.file), true) +
              ",line=" + std::to_string(std::max(remark.place.line, 1)) + ",";
    }
    text += "title=" + percent(remark.title, true) + "::" + percent(remark.text, false) + "\n";
  });
  return text;
}

std::string gitlab_code_quality(const Suite& suite, const std::string& root) {
  Json list = Json::array();
  for_each_remark(suite, root, [&](ToldPaths& paths, const SuiteCase& each, const Remark& remark) {
    const std::string file = remark.place.file.empty() ? each.program : remark.place.file;
    Json location = Json::object().set("path", valid_utf8(paths.told(file)));
    location.set("lines", Json::object().set("begin", std::max(remark.place.line, 1)));
    Json one = Json::object();
    one.set("description", valid_utf8(remark.title + ": " + remark.text));
    one.set("check_name", remark.id.empty() ? "mcheck" : remark.id);
    one.set("fingerprint", valid_utf8(remark.identity));
    one.set("severity", remark.standing == Standing::kKnown    ? "info"
                        : remark.standing == Standing::kWarned ? "minor"
                                                               : "major");
    list.add(one.set("location", std::move(location)));
  });
  return list.dump(true);
}

}  // namespace mcheck
