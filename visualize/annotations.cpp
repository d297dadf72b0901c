// SPDX-License-Identifier: MIT
#include "visualize/annotations.hpp"

#include <functional>
#include <string_view>

#include "engine/base/json.hpp"
#include "engine/base/utf8.hpp"
#include "engine/trace/failure_id.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

struct Remark {
  FailurePlace place;
  std::string id;  // "MC002"; "" where nothing failed
  std::string title;
  std::string text;
  std::string identity;
};

// What is not as wanted, one remark for each failure.
std::vector<Remark> remarks_of(const SuiteCase& each) {
  std::vector<Remark> remarks;
  for (const Result& result : each.results) {
    for (const FailureReport& failure : result.failures) {
      const std::string id = id_of(failure.kind);
      const std::string replay =
          failure.schedule.empty()
              ? ""
              : "\nmcheck replay " + shell_word(each.program) + " " + shell_word(failure.schedule);
      remarks.push_back({.place = place_of(failure),
                         .id = id,
                         .title = id + " " + failure_noun(failure.kind) + " in " + each.name,
                         .text = failure.message + replay,
                         .identity = identity_of(result, failure)});
    }
  }
  if (remarks.empty())
    remarks.push_back({.title = each.name, .text = each.why, .identity = each.name});
  return remarks;
}

void for_each_remark(const Suite& suite,
                     const std::function<void(const SuiteCase&, const Remark&)>& tell) {
  for (const SuiteCase& each : suite.cases) {
    if (each.standing == Standing::kAsWanted) continue;
    for (const Remark& remark : remarks_of(each)) tell(each, remark);
  }
}

// As the runner wants it: in a value of the command, or in its text.
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
  for_each_remark(suite, [&](const SuiteCase& each, const Remark& remark) {
    text += std::string("::") + level_of(each.standing) + " ";
    if (!remark.place.file.empty()) {
      text += "file=" + percent(path_from(remark.place.file, root), true) +
              ",line=" + std::to_string(remark.place.line) + ",";
    }
    text += "title=" + percent(remark.title, true) + "::" + percent(remark.text, false) + "\n";
  });
  return text;
}

std::string gitlab_code_quality(const Suite& suite, const std::string& root) {
  Json list = Json::array();
  for_each_remark(suite, [&](const SuiteCase& each, const Remark& remark) {
    const std::string file = remark.place.file.empty() ? each.program : remark.place.file;
    Json location = Json::object().set("path", valid_utf8(path_from(file, root)));
    location.set("lines", Json::object().set("begin", std::max(remark.place.line, 1)));
    Json one = Json::object();
    one.set("description", valid_utf8(remark.title + ": " + remark.text));
    one.set("check_name", remark.id.empty() ? "mcheck" : remark.id);
    one.set("fingerprint", valid_utf8(remark.identity));
    one.set("severity", each.standing == Standing::kKnown    ? "info"
                        : each.standing == Standing::kWarned ? "minor"
                                                             : "major");
    list.add(one.set("location", std::move(location)));
  });
  return list.dump(true);
}

}  // namespace mcheck
