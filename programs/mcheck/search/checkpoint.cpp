// SPDX-License-Identifier: MIT
#include "programs/mcheck/search/checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/fingerprint.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/program_abi.hpp"
#include "programs/mcheck/supervise/file_descriptor.hpp"
#include "programs/mcheck/supervise/request.hpp"

namespace mcheck::command {
namespace {

constexpr const char* kCheckpointFormat = "mcheck checkpoint 1";

std::optional<std::string> checkpoint_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

std::string program_hash(const std::string& path) {
  const std::optional<std::string> content = checkpoint_text(path);
  if (!content) throw UsageError{diagnostic("cannot read '" + path + "'", {})};
  const Fingerprint hash = fingerprint(*content);
  char text[40];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high),
                static_cast<unsigned long long>(hash.low));
  return text;
}

// Everything that a shard's meaning depends on: a checkpoint of another search is refused.
Json search_identity(const Invocation& invocation, const Schedule& base_schedule) {
  const options& search = invocation.search;
  Json json = Json::object();
  json.set("format", kCheckpointFormat)
      .set("version", kVersion)
      .set("program", base_schedule.program);
  json.set("test", base_schedule.test).set("arguments", Json::of(base_schedule.arguments));
  json.set("strategy", search.strategy).set("bound", search.bound).set("steps", search.steps);
  json.set("spurious", search.spurious).set("timeouts", search.timeouts).set("seed", search.seed);
  json.set("first failure only", search.stop_after == 1);
  json.set("any exit status", search.any_exit_status);
  json.set("points at plain accesses", search.plain_points);
  json.set("races are ignored", search.ignore_races);
  json.set("leaks are ignored", search.ignore_leaks);
  json.set("strict misuse", search.strict_misuse);
  json.set("memory", name_of(search.memory)).set("orders", search.orders);
  json.set("fail at steps", search.fail_at_steps);
  json.set("may run for ever", search.allow_endless);
  json.set("nondet", std::to_string(search.nondet_from) + ".." + std::to_string(search.nondet_to));
  json.set("reuse", static_cast<std::uint64_t>(search.reuse));
  return json.set("build", program_hash(invocation.program));
}

[[noreturn]] void throw_unusable_checkpoint(const std::string& path, const std::string& why,
                                            const std::string& how) {
  throw UsageError{
      diagnostic("cannot resume from the checkpoint '" + path + "': " + why,
                 {{"because", how}, {"try", "another file, or delete this one to start over"}})};
}

std::string errno_text() { return std::strerror(errno); }

// Writes the whole text and flushes it to disk.
bool write_and_sync(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t now = ::write(descriptor, text.data() + done, text.size() - done);
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) return false;
    done += static_cast<std::size_t>(now);
  }
  return fdatasync(descriptor) == 0 || errno == EINVAL;
}

}  // namespace

Checkpoint::Checkpoint(const Invocation& invocation, const Schedule& base_schedule)
    : path_(invocation.checkpoint), identity_(search_identity(invocation, base_schedule)) {}

std::optional<SearchState> Checkpoint::read() const {
  if (!std::filesystem::exists(path_)) return std::nullopt;
  const std::optional<std::string> content = checkpoint_text(path_);
  if (!content) throw_unusable_checkpoint(path_, "it cannot be read", errno_text());
  const auto parsed = Json::parse(*content);
  const Json* json = std::get_if<Json>(&parsed);
  if (json == nullptr || (*json)["of"]["format"].text() != kCheckpointFormat) {
    throw_unusable_checkpoint(path_, "it is not a checkpoint",
                              "it is no file that --checkpoint has written");
  }
  for (const auto& [name, expected] : identity_.members()) {
    const std::string stored = (*json)["of"][name].dump();
    if (stored == expected.dump()) continue;
    if (name == "build") {
      throw_unusable_checkpoint(path_, "the program was rebuilt",
                                "what was searched may have changed");
    }
    throw_unusable_checkpoint(path_, "it is of another search",
                              name + " is " + stored + " there, and " + expected.dump() + " here");
  }
  return search_state_from_json((*json)["ledger"]);
}

std::string Checkpoint::write(const SearchState& state) const {
  Json json = Json::object();
  json.set("of", identity_).set("ledger", to_json(state));
  const std::string temporary_path = path_ + ".new";
  const FileDescriptor file(
      open(temporary_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0 || !write_and_sync(file.get(), json.dump(true))) return errno_text();
  return std::rename(temporary_path.c_str(), path_.c_str()) == 0 ? "" : errno_text();
}

}  // namespace mcheck::command
