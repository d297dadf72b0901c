// SPDX-License-Identifier: MIT
#include "programs/mcheck/results/result_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <variant>

#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command {
namespace {

constexpr const char* kElf =
    "\x7f"
    "ELF";

[[noreturn]] void throw_unreadable_result(const std::string& path, const std::string& what) {
  throw UsageError{diagnostic("'" + path + "' is not a result of mcheck: " + what,
                              {{"wanted", "a file of mcheck explore --json, or of replay"},
                               {"try", "mcheck explore ./prog --json result.json"}})};
}

std::string result_file_text(const std::string& path) {
  std::error_code error;
  const bool folder = std::filesystem::is_directory(path, error);
  std::ifstream file(path, std::ios::binary);
  if (!file || folder) {
    throw UsageError{diagnostic("cannot read '" + path + "': " +
                                    (folder ? "it is a folder" : "no such file, or none to read"),
                                {{"try", "mcheck explore ./prog --json result.json"}})};
  }
  std::string bytes(4, '\0');
  file.read(bytes.data(), 4);
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  if (bytes == kElf) {
    throw UsageError{diagnostic("'" + path + "' is a program, and no schedule was given",
                                {{"usually", "a report of mcheck explore ends with one"},
                                 {"try", "mcheck draw " + path + " mc1.… -o bug.svg"}})};
  }
  return bytes.append(std::istreambuf_iterator<char>(file), {});
}

std::string missing_text(const Json& object, const std::string& path, const char* name) {
  if (object[name].is_text()) return "";
  const std::string where = path.empty() ? name : path + "." + name;
  return where + (object[name].is_null() ? " is missing" : " is no text");
}

std::string steps_error(const Json& steps, const std::string& path) {
  if (steps.is_null()) return "";
  if (!steps.is_array()) return path + " is no list";
  const auto count = static_cast<std::int64_t>(steps.elements().size());
  for (std::size_t i = 0; i < steps.elements().size(); ++i) {
    const Json& step = steps.elements()[i];
    const std::string at = path + "[" + std::to_string(i) + "]";
    for (const char* name : {"thread", "operation"}) {
      if (std::string error_text = missing_text(step, at, name); !error_text.empty())
        return error_text;
    }
    for (const char* name : {"read_from", "superseded_by", "cause"}) {
      if (step[name].is_null()) continue;
      const std::int64_t other = step[name].integer(-1);
      if (other < 0 || other >= count) {
        return at + "." + name + " is no step of 0 to " + std::to_string(count - 1);
      }
    }
  }
  return "";
}

std::string failure_error(const Json& failure, const std::string& path) {
  if (std::string error_text = missing_text(failure, path, "kind"); !error_text.empty())
    return error_text;
  FailureKind kind{};
  if (!parse_failure_kind(failure["kind"].text(), kind)) {
    return path + ".kind is '" + failure["kind"].text() + "', which is no failure";
  }
  if (std::string error_text = steps_error(failure["trace"], path + ".trace");
      !error_text.empty()) {
    return error_text;
  }
  return steps_error(failure["turning"]["passing"], path + ".turning.passing");
}

std::string failures_error(const Json& result, const std::string& path) {
  const Json& failures = result["failures"];
  if (!failures.is_array()) return path + "failures is no list";
  for (std::size_t i = 0; i < failures.elements().size(); ++i) {
    const std::string at = path + "failures[" + std::to_string(i) + "]";
    if (std::string error_text = failure_error(failures.elements()[i], at); !error_text.empty()) {
      return error_text;
    }
  }
  if (result["limit"].is_null()) return "";
  return failure_error(result["limit"], path + "limit");
}

}  // namespace

std::string result_error(const Json& json) {
  if (!json.is_object()) return "it is no JSON object";
  const std::int64_t format = json["format"].integer(-1);
  if (format < 0) return "format is missing";
  if (format != kResultFormat) {
    return "it is of format " + std::to_string(format) + ", and this mcheck reads " +
           std::to_string(kResultFormat);
  }
  if (std::string error_text = missing_text(json, "", "verdict"); !error_text.empty())
    return error_text;
  if (!json["tests"].is_array()) return failures_error(json, "");
  for (std::size_t i = 0; i < json["tests"].elements().size(); ++i) {
    const std::string at = "tests[" + std::to_string(i) + "].";
    const Json& test = json["tests"].elements()[i];
    if (std::string error_text = failures_error(test, at); !error_text.empty()) return error_text;
  }
  return "";
}

std::vector<Result> read_results(const std::string& path) {
  const auto parsed = Json::parse(result_file_text(path));
  if (const auto* error = std::get_if<std::string>(&parsed)) throw_unreadable_result(path, *error);
  const Json& json = std::get<Json>(parsed);
  if (const std::string error_text = result_error(json); !error_text.empty())
    throw_unreadable_result(path, error_text);
  if (!json["tests"].is_array()) return {result_from_json(json)};
  std::vector<Result> results;
  for (const Json& test : json["tests"].elements()) results.push_back(result_from_json(test));
  return results;
}

}  // namespace mcheck::command
