// SPDX-License-Identifier: MIT
#include "programs/mcheck/result_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <variant>

#include "engine/trace/result_json.hpp"
#include "programs/mcheck/complaint.hpp"

namespace mcheck::command {
namespace {

constexpr const char* kElf =
    "\x7f"
    "ELF";

[[noreturn]] void complain_unreadable(const std::string& path, const std::string& what) {
  throw UsageError{complaint("'" + path + "' is no result of mcheck: " + what,
                             {{"wanted", "a file of mcheck explore --json, or of replay"},
                              {"try", "mcheck explore ./prog --json result.json"}})};
}

std::string contents_of(const std::string& path) {
  std::error_code error;
  const bool folder = std::filesystem::is_directory(path, error);
  std::ifstream file(path, std::ios::binary);
  if (!file || folder) {
    throw UsageError{complaint("cannot read '" + path + "': " +
                                   (folder ? "it is a folder" : "no such file, or none to read"),
                               {{"try", "mcheck explore ./prog --json result.json"}})};
  }
  std::string bytes(4, '\0');
  file.read(bytes.data(), 4);
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  if (bytes == kElf) {
    throw UsageError{complaint("'" + path + "' is a program, and no schedule was given",
                               {{"usually", "a report of mcheck explore ends with one"},
                                {"try", "mcheck draw " + path + " mc1.… -o bug.svg"}})};
  }
  return bytes.append(std::istreambuf_iterator<char>(file), {});
}

std::string text_missing(const Json& object, const std::string& path, const char* name) {
  if (object[name].is_text()) return "";
  const std::string where = path.empty() ? name : path + "." + name;
  return where + (object[name].is_null() ? " is missing" : " is no text");
}

std::string wrong_with_steps(const Json& steps, const std::string& path) {
  if (steps.is_null()) return "";
  if (!steps.is_array()) return path + " is no list";
  const auto count = static_cast<std::int64_t>(steps.elements().size());
  for (std::size_t i = 0; i < steps.elements().size(); ++i) {
    const Json& step = steps.elements()[i];
    const std::string at = path + "[" + std::to_string(i) + "]";
    for (const char* name : {"thread", "operation"}) {
      if (std::string wrong = text_missing(step, at, name); !wrong.empty()) return wrong;
    }
    for (const char* name : {"read_from", "cause"}) {
      if (step[name].is_null()) continue;
      const std::int64_t other = step[name].integer(-1);
      if (other < 0 || other >= count) {
        return at + "." + name + " is no step of 0 to " + std::to_string(count - 1);
      }
    }
  }
  return "";
}

std::string wrong_with_failure(const Json& failure, const std::string& path) {
  if (std::string wrong = text_missing(failure, path, "kind"); !wrong.empty()) return wrong;
  FailureKind kind{};
  if (!parse_failure_kind(failure["kind"].text(), kind)) {
    return path + ".kind is '" + failure["kind"].text() + "', which is no failure";
  }
  if (std::string wrong = wrong_with_steps(failure["trace"], path + ".trace"); !wrong.empty()) {
    return wrong;
  }
  return wrong_with_steps(failure["turning"]["passing"], path + ".turning.passing");
}

std::string wrong_with_failures(const Json& result, const std::string& path) {
  const Json& failures = result["failures"];
  if (!failures.is_array()) return path + "failures is no list";
  for (std::size_t i = 0; i < failures.elements().size(); ++i) {
    const std::string at = path + "failures[" + std::to_string(i) + "]";
    if (std::string wrong = wrong_with_failure(failures.elements()[i], at); !wrong.empty()) {
      return wrong;
    }
  }
  if (result["limit"].is_null()) return "";
  return wrong_with_failure(result["limit"], path + "limit");
}

}  // namespace

std::string wrong_with_result(const Json& json) {
  if (!json.is_object()) return "it is no JSON object";
  const std::int64_t format = json["format"].integer(-1);
  if (format < 0) return "format is missing";
  if (format != kResultFormat) {
    return "it is of format " + std::to_string(format) + ", and this mcheck reads " +
           std::to_string(kResultFormat);
  }
  if (std::string wrong = text_missing(json, "", "verdict"); !wrong.empty()) return wrong;
  if (!json["tests"].is_array()) return wrong_with_failures(json, "");
  for (std::size_t i = 0; i < json["tests"].elements().size(); ++i) {
    const std::string at = "tests[" + std::to_string(i) + "].";
    const Json& test = json["tests"].elements()[i];
    if (std::string wrong = wrong_with_failures(test, at); !wrong.empty()) return wrong;
  }
  return "";
}

std::vector<Result> read_results(const std::string& path) {
  const auto parsed = Json::parse(contents_of(path));
  if (const auto* trouble = std::get_if<std::string>(&parsed)) complain_unreadable(path, *trouble);
  const Json& json = std::get<Json>(parsed);
  if (const std::string wrong = wrong_with_result(json); !wrong.empty())
    complain_unreadable(path, wrong);
  if (!json["tests"].is_array()) return {result_from_json(json)};
  std::vector<Result> results;
  for (const Json& test : json["tests"].elements()) results.push_back(result_from_json(test));
  return results;
}

}  // namespace mcheck::command
