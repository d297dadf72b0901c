// SPDX-License-Identifier: MIT
#include "programs/mcheck/search/checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include "engine/base/fingerprint.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/program_abi.hpp"
#include "programs/mcheck/gate/library_paths.hpp"
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

// Of the program, and of the libraries that it is linked to.
std::string build_hash(const std::string& program) {
  std::optional<std::string> content = checkpoint_text(program);
  if (!content) throw UsageError{diagnostic("cannot read '" + program + "'", {})};
  Fingerprint hash = fingerprint(*content);
  LibraryPaths paths;
  for (const std::string& library : paths.of(program))
    hash = hash.then(fingerprint(checkpoint_text(library).value_or("")));
  char text[40];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high),
                static_cast<unsigned long long>(hash.low));
  return text;
}

// What limits a run of the command, what only a failure needs, and how executions are run: a search
// may be resumed with another value.
constexpr std::array kNotCompared = {"executions", "seconds",       "minimise",  "patience",
                                     "stop_after", "schedule_file", "backtrack", "isolate"};

// "is A there, and B here"; of a file, that it is another.
std::string difference(const std::string& name, const Json& stored, const Json& expected) {
  const auto text = [](const Json& value) { return value.is_null() ? "not set" : value.dump(); };
  constexpr std::size_t kMost = 60;
  if (std::max(text(stored).size(), text(expected).size()) <= kMost)
    return name + " is " + text(stored) + " there, and " + text(expected) + " here";
  return name + " has another content there than here";
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

Json search_identity(const Invocation& invocation, const Schedule& base_schedule) {
  Json json = Json::object();
  json.set("format", kCheckpointFormat)
      .set("version", kVersion)
      .set("program", base_schedule.program);
  json.set("test", base_schedule.test).set("arguments", Json::of(base_schedule.arguments));
  Request request;
  request.search = invocation.search;
  request.final_states = invocation.final_states;
  request.search_from_test = invocation.search_from_test;
  const Json options = to_json(request)["options"];
  for (const auto& [name, value] : options.members()) {
    if (std::ranges::find(kNotCompared, name) != kNotCompared.end()) continue;
    std::string words = name;
    std::ranges::replace(words, '_', ' ');
    json.set(words, value);
  }
  json.set("first failure only", invocation.search.stop_after == 1);
  return json.set("build", build_hash(invocation.program));
}

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
  const Json& of = (*json)["of"];
  std::set<std::string> names;  // an option that is not set is missing
  for (const Json* each : {&identity_, &of}) {
    for (const auto& [name, value] : each->members()) names.insert(name);
  }
  for (const std::string& name : names) {
    const Json& stored = of[name];
    const Json& expected = std::as_const(identity_)[name];
    if (stored.dump() == expected.dump()) continue;
    if (name == "build") {
      throw_unusable_checkpoint(path_, "the program was rebuilt",
                                "what was searched may have changed");
    }
    throw_unusable_checkpoint(path_, "it is of another search", difference(name, stored, expected));
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
