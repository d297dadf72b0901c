// SPDX-License-Identifier: MIT
#include "engine/intercept/examination.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

#include "engine/host/elf_image.hpp"
#include "engine/intercept/canary.hpp"
#include "engine/intercept/invisible_atomics.hpp"
#include "engine/intercept/loaded_objects.hpp"
#include "engine/intercept/taken_names.hpp"
#include "engine/runtime/unseen_writes.hpp"

extern "C" {
[[gnu::weak]] extern const char __start_mcheck_blind[];  // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] extern const char __stop_mcheck_blind[];   // NOLINT(bugprone-reserved-identifier)
}

namespace mcheck {
namespace {

std::string joined(const std::vector<std::string>& words) {
  constexpr std::size_t kMost = 5;
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < kMost; ++i) {
    text += (i == 0 ? "" : ", ") + words[i];
  }
  if (words.size() > kMost) text += " and " + std::to_string(words.size() - kMost) + " more";
  return text;
}

void look_at(const LoadedObject& object, SelfExamination& self) {
  const std::string name = object.is_executable() ? "the program" : object.name;
  std::vector<std::string> unseen;
  std::ranges::copy_if(object.imports, std::back_inserter(unseen), is_unseen);
  if (!unseen.empty()) {
    self.lines.push_back("unseen    " + name + " calls " + joined(unseen));
    self.assumptions.push_back(name + " does no harm with " + joined(unseen) +
                               ", which mcheck does not see");
  }
  if (object.is_executable()) return;
  const bool instrumented = std::ranges::any_of(
      object.imports, [](const std::string& import) { return import.starts_with("__tsan_"); });
  if (instrumented) return;
  self.lines.push_back("unseen    " + name + " was compiled without -fsanitize=thread");
  self.assumptions.push_back(name + " shares no data between threads: it was compiled without " +
                             "-fsanitize=thread");
}

// Compilers leave their names in what they produce.
bool was_made_by_clang() {
  const ElfImage image("/proc/self/exe");
  return std::ranges::any_of(image.sections(), [&](const Elf64_Shdr& section) {
    // Comments and debug information are not loaded into the process.
    const bool is_loaded = (section.sh_flags & SHF_ALLOC) != 0;
    return !is_loaded && image.bytes_of(section).find("clang version ") != std::string_view::npos;
  });
}

// clang leaves out a function's own accesses to elements of a local array, even if another thread
// has the array's address (docs/limits.md).
void look_at_compiler(SelfExamination& self) {
  if (!was_made_by_clang()) return;
  self.lines.emplace_back("unseen    accesses of functions to parts of their own local variables");
  self.assumptions.emplace_back(
      "no function shares a local array or struct with another thread: clang hides such accesses");
}

void look_for_atomics(SelfExamination& self) {
  const std::vector<std::string> functions = functions_with_invisible_atomics();
  if (functions.empty()) return;
  const std::string line = "atomic instructions that call no hook in " + joined(functions);
  self.lines.push_back("unseen    " + line);
  self.assumptions.push_back(line + ": not seen, no points of the schedule");
}

// Names one after the other, each ended by a zero byte. `mcheck c++` adds them when it links.
std::vector<std::string> linked_without_hooks() {
  std::vector<std::string> names;
  for (const char* name = __start_mcheck_blind; name < __stop_mcheck_blind;) {
    if (*name != 0) names.emplace_back(name);
    name += std::strlen(name) + 1;
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool has_invisible_atomics() { return !functions_with_invisible_atomics().empty(); }

// With -static-libstdc++ the library lies in the executable and cannot be told from the program.
bool is_library_apart() {
  return std::ranges::any_of(loaded_objects(), [](const LoadedObject& object) {
    return object.name.starts_with("libstdc++.so");
  });
}

void look_at_linked(SelfExamination& self) {
  for (const std::string& name : linked_without_hooks()) {
    self.lines.push_back("unseen    " + name + " was compiled without mcheck c++");
    self.assumptions.push_back(name + " shares no data between threads: it was compiled without " +
                               "mcheck c++");
  }
}

// In that case nothing can run, not even the check whether the program is intercepted.
std::string broken_because() {
  const char* const name = called_variable();
  if (name == nullptr) return "";
  return std::string("the program has a variable `") + name +
         "`, which the dynamic linker calls for each thread: started by itself it crashes, too"
         "\n  usually  it was linked by gold or lld, which show each global name to libraries"
         "\n  try      another name, `static`, or -fuse-ld=bfd";
}

SelfExamination examine(Depth depth) {
  SelfExamination self;
  self.broken = broken_because();
  if (!self.broken.empty()) {
    self.lines.push_back("broken    " + self.broken.substr(0, self.broken.find('\n')));
    return self;
  }
  self.blind = blind_because(depth);
  if (depth == Depth::kGlance) return self;
  self.lines.push_back(self.blind.empty() ? "sees      a lost update that is known to be there"
                                          : "blind     " + self.blind);
  const std::size_t files = instrumented_files();
  self.lines.push_back("compiled  " + std::to_string(files) + (files == 1 ? " file" : " files") +
                       " with -fsanitize=thread");
  for (const LoadedObject& object : loaded_objects()) {
    if (!is_of_the_system(object.name)) look_at(object, self);
  }
  look_at_linked(self);
  look_at_compiler(self);
  look_for_atomics(self);
  return self;
}

}  // namespace

void examine_unmodified() {
  examine_self_with(examine);
  describe_code_without_hooks({.names = linked_without_hooks,
                               .has_atomics = has_invisible_atomics,
                               .is_apart = is_library_apart});
}

}  // namespace mcheck
