// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/gate_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/fingerprint.hpp"
#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/program_abi.hpp"
#include "programs/mcheck/results/report.hpp"

namespace mcheck::command {
namespace {

constexpr const char* kCacheFormat = "mcheck-gate-1";

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

// mcheck's environment variables: they are options, too.
std::vector<std::string> mcheck_variables() {
  std::vector<std::string> variables;
  for (char** each = environ; *each != nullptr; ++each) {
    if (std::strncmp(*each, "MCHECK_", 7) == 0) variables.emplace_back(*each);
  }
  std::ranges::sort(variables);
  return variables;
}

Json to_json(const CachedRun& cached_run) {
  Json results = Json::array();
  for (const Result& result : cached_run.outcome.results) results.add(to_json(result));
  Json json = Json::object();
  json.set("key", cached_run.key).set("given", cached_run.granted_seconds);
  json.set("seconds", cached_run.seconds).set("failed", cached_run.failed);
  json.set("program", cached_run.outcome.program).set("coverage", cached_run.outcome.coverage);
  return json.set("results", std::move(results));
}

CachedRun cached_run_from_json(const Json& json) {
  CachedRun cached_run{.key = json["key"].text(),
                       .granted_seconds = json["given"].number(),
                       .seconds = json["seconds"].number(),
                       .failed = json["failed"].boolean()};
  cached_run.outcome.program = json["program"].text();
  cached_run.outcome.coverage = json["coverage"].text();
  for (const Json& result : json["results"].elements()) {
    cached_run.outcome.results.push_back(result_from_json(result));
  }
  return cached_run;
}

}  // namespace

GateCache::GateCache(std::string path) : path_(std::move(path)) {
  if (path_.empty()) return;
  const auto read = Json::parse(bytes_of(path_));
  const Json* json = std::get_if<Json>(&read);
  if (json == nullptr || (*json)["format"].text() != kCacheFormat) return;
  for (const auto& [name, kernel] : (*json)["kernels"].members()) {
    kernels_[name] = cached_run_from_json(kernel);
  }
  files_ = FileFingerprints((*json)["files"]);
}

const CachedRun* GateCache::find(const std::string& kernel) const {
  const auto found = kernels_.find(kernel);
  return found == kernels_.end() ? nullptr : &found->second;
}

void GateCache::store(const std::string& kernel, CachedRun cached_run) {
  kernels_[kernel] = std::move(cached_run);
}

std::string GateCache::write() const {
  if (path_.empty()) return "";
  Json kernels = Json::object();
  for (const auto& [name, kernel] : kernels_) kernels.set(name, to_json(kernel));
  Json json = Json::object();
  json.set("format", kCacheFormat).set("kernels", std::move(kernels));
  json.set("files", files_.to_json());
  std::error_code ignored;
  const auto folder = std::filesystem::path(path_).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
  return write_file(path_, json.dump(true));
}

std::string GateCache::key_of(const std::string& program, const std::vector<std::string>& words,
                              const std::string& folder) {
  Fingerprint key = fingerprint(std::string(kCacheFormat) + kVersion);
  const auto add = [&key](const Fingerprint& part) { key = key.then(part); };
  add(files_.of("/proc/self/exe"));
  add(files_.of(program));
  for (const std::string& library : libraries_.of(program)) add(files_.of(library));
  for (const std::string& word : words) {
    add(fingerprint(word));
    const std::filesystem::path file = std::filesystem::path(folder) / word;
    std::error_code ignored;
    if (!word.empty() && std::filesystem::is_regular_file(file, ignored)) {
      add(files_.of(file.string()));
    }
  }
  for (const std::string& variable : mcheck_variables()) {
    add(fingerprint(variable));
    const std::string value = variable.substr(variable.find('=') + 1);
    std::error_code ignored;  // MCHECK_SCHEDULE, MCHECK_SUPPRESSIONS
    if (!value.empty() && std::filesystem::is_regular_file(value, ignored)) add(files_.of(value));
  }
  return std::to_string(key.high) + "-" + std::to_string(key.low);
}

bool is_valid(const CachedRun& cached_run, const std::string& key, double seconds) {
  if (key.empty() || cached_run.key != key || cached_run.outcome.is_empty()) return false;
  return std::ranges::all_of(cached_run.outcome.results, [&](const Result& result) {
    switch (result.verdict) {
      case Verdict::kVerified:
      case Verdict::kBug: return true;
      // A little more time does not help; much more may.
      case Verdict::kIncomplete: return seconds <= 1.1 * cached_run.granted_seconds;
      case Verdict::kNotRepeatable: return false;
    }
    return false;
  });
}

}  // namespace mcheck::command
