// SPDX-License-Identifier: MIT
#include "engine/host/names/symbolizer.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "engine/memory/regions/globals.hpp"

namespace mcheck {
namespace {

// Runs addr2line on one object file and returns its output.
std::string addr2line(const std::string& object, const std::vector<std::uintptr_t>& offsets) {
  std::ostringstream questions;
  for (const std::uintptr_t offset : offsets) questions << "0x" << std::hex << offset << '\n';
  const int input = memfd_create("addresses", MFD_CLOEXEC);
  if (input < 0) return "";
  const std::string text = questions.str();
  int output[2] = {-1, -1};
  if (write(input, text.data(), text.size()) < 0 || lseek(input, 0, SEEK_SET) != 0 ||
      pipe2(output, O_CLOEXEC) != 0) {
    close(input);
    return "";
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::string tool = "addr2line", e = "-e", file = object, flags = "-afiC";
  char* words[] = {tool.data(), flags.data(), e.data(), file.data(), nullptr};
  pid_t child = 0;
  const bool started = posix_spawnp(&child, "addr2line", &actions, nullptr, words, __environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(output[1]);
  close(input);
  std::string answer;
  char buffer[4096];
  for (ssize_t got = 1; started && got > 0;) {
    got = read(output[0], buffer, sizeof buffer);
    if (got > 0) answer.append(buffer, static_cast<std::size_t>(got));
  }
  close(output[0]);
  if (started) waitpid(child, nullptr, 0);
  return answer;
}

SourceLocation parse_location(const std::string& function, const std::string& file_and_line) {
  SourceLocation location{.function = function};
  const std::size_t colon = file_and_line.rfind(':');
  if (colon == std::string::npos || file_and_line.starts_with("??")) return location;
  // A file without a line belongs to a neighbouring symbol: gold and lld mix them up.
  if (std::atoi(file_and_line.c_str() + colon + 1) == 0) return location;
  const std::size_t start = file_and_line.starts_with("./") ? 2 : 0;
  location.file = file_and_line.substr(start, colon - start);
  location.line = std::atoi(file_and_line.c_str() + colon + 1);
  return location;
}

bool is_engine_or_library(const std::string& file) {
  return file.empty() || file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") ||
         is_engine_file(file);
}

}  // namespace

bool is_engine_file(const std::string& file) {
  // The engine as one object, and what it puts in the place of the C++ library.
  if (file == "mcheck_unmodified.o" || file.ends_with("mcheck_unmodified.hpp")) return true;
  for (const char* layer :
       {"engine/include/", "engine/runtime/", "engine/model/", "engine/host/", "engine/memory/",
        "engine/search/", "engine/intercept/", "engine/suite/", "/include/mcheck/"}) {
    if (file.find(layer) != std::string::npos) return true;
  }
  return false;
}

bool is_user_file(const std::string& file) { return !is_engine_or_library(file); }

void Symbolizer::add(const Backtrace& frames) {
  for (const std::uintptr_t frame : frames) locations_[frame];
}

void Symbolizer::resolve() {
  std::map<std::string, std::vector<std::pair<std::uintptr_t, std::uintptr_t>>> by_object;
  for (const auto& [address, locations] : locations_) {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(address), &info) == 0) continue;
    const std::string name = info.dli_fname;
    if (name.starts_with("/lib") || name.starts_with("/usr/")) continue;  // a system library
    if (name.find(".so") != std::string::npos) {
      by_object[name].push_back(
          {address, address - reinterpret_cast<std::uintptr_t>(info.dli_fbase)});
    } else {  // the executable, whose relative path may be stale
      by_object["/proc/" + std::to_string(getpid()) + "/exe"].push_back(
          {address, offset_in_image(reinterpret_cast<void*>(address))});
    }
  }
  for (const auto& [object, addresses] : by_object) {
    std::vector<std::uintptr_t> offsets;
    for (const auto& [address, offset] : addresses) offsets.push_back(offset);
    std::istringstream answer(addr2line(object, offsets));
    std::size_t next = 0;
    std::vector<SourceLocation>* locations = nullptr;
    std::string line;
    while (std::getline(answer, line)) {
      if (line.starts_with("0x") && next < addresses.size()) {
        locations = &locations_[addresses[next++].first];
        continue;
      }
      std::string location;
      if (locations == nullptr || !std::getline(answer, location)) break;
      locations->push_back(parse_location(line, location));
    }
  }
}

SourceLocation Symbolizer::user_location(const Backtrace& frames) const {
  for (const std::uintptr_t frame : frames) {
    const auto found = locations_.find(frame);
    if (found == locations_.end()) continue;
    for (const SourceLocation& location : found->second) {
      if (!is_engine_or_library(location.file)) return location;
    }
  }
  return {};
}

std::vector<SourceLocation> Symbolizer::user_locations(const Backtrace& frames) const {
  std::vector<SourceLocation> own;
  std::vector<SourceLocation> known;
  for (const SourceLocation& location : all_locations(frames)) {
    if (!is_engine_or_library(location.file)) own.push_back(location);
    if (!location.file.empty()) known.push_back(location);
  }
  if (own.empty() && !known.empty()) own.push_back(known.front());
  return own;
}

std::vector<SourceLocation> Symbolizer::all_locations(const Backtrace& frames) const {
  std::vector<SourceLocation> all;
  for (const std::uintptr_t frame : frames) {
    const auto found = locations_.find(frame);
    if (found != locations_.end())
      all.insert(all.end(), found->second.begin(), found->second.end());
  }
  return all;
}

namespace {

// The name in the object's dynamic symbol table: all there is for a library without debug
// information.
std::string exported_function(std::uintptr_t address) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(address), &info) == 0 || info.dli_sname == nullptr) return "";
  return demangled(info.dli_sname);
}

}  // namespace

std::string demangled(const char* name) {
  if (std::string_view(name).substr(0, 2) != "_Z") return name;
  int status = 0;
  char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

std::vector<SourceLocation> Symbolizer::program_locations(const Backtrace& frames) const {
  std::vector<SourceLocation> all = all_locations(frames);
  std::erase_if(all, [](const SourceLocation& location) { return is_engine_file(location.file); });
  for (const std::uintptr_t frame : frames) {
    const std::string function = exported_function(frame);
    if (!function.empty()) all.push_back({.function = function});
  }
  return all;
}

std::vector<SourceLocation> Symbolizer::innermost_locations(const Backtrace& frames) const {
  std::vector<SourceLocation> all = all_locations(frames);
  std::erase_if(all, [](const SourceLocation& location) { return is_engine_file(location.file); });
  const auto own = std::ranges::find_if(
      all, [](const SourceLocation& location) { return !is_engine_or_library(location.file); });
  if (own != all.end()) all.erase(own + 1, all.end());
  return all;
}

std::vector<std::string> texts_of(const std::vector<SourceLocation>& locations) {
  std::vector<std::string> texts;
  for (const SourceLocation& location : locations) {
    texts.push_back(location.function);
    texts.push_back(location.file);
  }
  return texts;
}

}  // namespace mcheck
