// SPDX-License-Identifier: MIT
#include "engine/intercept/examination/program_examination.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

#include "engine/host/dwarf/elf_image.hpp"
#include "engine/intercept/examination/interception_check.hpp"
#include "engine/intercept/examination/loaded_objects.hpp"
#include "engine/intercept/examination/redefined_names.hpp"
#include "engine/intercept/examination/uninstrumented_atomics.hpp"
#include "engine/runtime/data_races/uninstrumented_writes.hpp"

extern "C" {
[[gnu::weak]] extern const char
    __start_mcheck_uninstrumented[];  // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] extern const char
    __stop_mcheck_uninstrumented[];  // NOLINT(bugprone-reserved-identifier)
}

namespace mcheck {
namespace {

std::string joined_list(const std::vector<std::string>& words) {
  constexpr std::size_t kMaxListed = 5;
  std::string text;
  for (std::size_t i = 0; i < words.size() && i < kMaxListed; ++i) {
    text += (i == 0 ? "" : ", ") + words[i];
  }
  if (words.size() > kMaxListed)
    text += " and " + std::to_string(words.size() - kMaxListed) + " more";
  return text;
}

void examine_object(const LoadedObject& object, SelfCheck& examination) {
  const std::string name = object.is_executable() ? "the program" : object.name;
  std::vector<std::string> unintercepted;
  std::ranges::copy_if(object.imports, std::back_inserter(unintercepted), is_unintercepted);
  if (!unintercepted.empty()) {
    examination.lines.push_back("unhooked  " + name + " calls " + joined_list(unintercepted));
    examination.assumptions.push_back(name + " does no harm with " + joined_list(unintercepted) +
                                      ", which mcheck does not intercept");
  }
  if (object.is_executable()) return;
  const bool instrumented = std::ranges::any_of(
      object.imports, [](const std::string& import) { return import.starts_with("__tsan_"); });
  if (instrumented) return;
  examination.lines.push_back("unhooked  " + name + " was compiled without -fsanitize=thread");
  examination.assumptions.push_back(
      name + " shares no data between threads: it was compiled without " + "-fsanitize=thread");
}

// Compilers leave their names in what they produce.
bool was_compiled_by_clang() {
  const ElfImage image("/proc/self/exe");
  return std::ranges::any_of(image.sections(), [&](const Elf64_Shdr& section) {
    // Comments and debug information are not loaded into the process.
    const bool is_loaded = (section.sh_flags & SHF_ALLOC) != 0;
    return !is_loaded && image.bytes_of(section).find("clang version ") != std::string_view::npos;
  });
}

// clang leaves out a function's own accesses to elements of a local array, even if another thread
// has the array's address (docs/limits.md).
void examine_compiler(SelfCheck& examination) {
  if (!was_compiled_by_clang()) return;
  examination.lines.emplace_back(
      "unhooked  accesses of functions to parts of their own local variables");
  examination.assumptions.emplace_back(
      "no function shares a local array or struct with another thread: clang hides such accesses");
}

void examine_atomics(SelfCheck& examination) {
  const std::vector<std::string> functions = functions_with_uninstrumented_atomics();
  if (functions.empty()) return;
  const std::string line = "atomic instructions that call no hook in " + joined_list(functions);
  examination.lines.push_back("unhooked  " + line);
  examination.assumptions.push_back(line + ": not instrumented, no scheduling points");
}

// Names one after the other, each ended by a zero byte. `mcheck c++` adds them when it links.
std::vector<std::string> uninstrumented_objects() {
  std::vector<std::string> names;
  for (const char* name = __start_mcheck_uninstrumented; name < __stop_mcheck_uninstrumented;) {
    if (*name != 0) names.emplace_back(name);
    name += std::strlen(name) + 1;
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool has_uninstrumented_atomics() { return !functions_with_uninstrumented_atomics().empty(); }

// With -static-libstdc++ the library lies in the executable and cannot be told from the program.
bool is_libstdcxx_shared() {
  return std::ranges::any_of(loaded_objects(), [](const LoadedObject& object) {
    return object.name.starts_with("libstdc++.so");
  });
}

void examine_linked_objects(SelfCheck& examination) {
  for (const std::string& name : uninstrumented_objects()) {
    examination.lines.push_back("unhooked  " + name + " was compiled without mcheck c++");
    examination.assumptions.push_back(
        name + " shares no data between threads: it was compiled without " + "mcheck c++");
  }
}

// In that case nothing can run, not even the check whether the program is intercepted.
std::string broken_reason() {
  const char* const name = conflicting_variable();
  if (name == nullptr) return "";
  return std::string("the program has a variable `") + name +
         "`, which the dynamic linker calls for each thread: without mcheck the program "
         "crashes, too"
         "\n  usually  it was linked by gold or lld, which export each global name to libraries"
         "\n  try      another name, `static`, or -fuse-ld=bfd";
}

SelfCheck examine(Depth depth) {
  SelfCheck examination;
  examination.broken = broken_reason();
  if (!examination.broken.empty()) {
    examination.lines.push_back("broken    " +
                                examination.broken.substr(0, examination.broken.find('\n')));
    return examination;
  }
  examination.uninstrumented = interception_failure(depth);
  if (depth == Depth::kQuick) return examination;
  examination.lines.push_back(examination.uninstrumented.empty()
                                  ? "finds     a planted lost update"
                                  : "unhooked  " + examination.uninstrumented);
  const std::size_t files = instrumented_file_count();
  examination.lines.push_back("compiled  " + std::to_string(files) +
                              (files == 1 ? " file" : " files") + " with -fsanitize=thread");
  for (const LoadedObject& object : loaded_objects()) {
    if (!is_system_library(object.name)) examine_object(object, examination);
  }
  examine_linked_objects(examination);
  examine_compiler(examination);
  examine_atomics(examination);
  return examination;
}

}  // namespace

void register_examination() {
  register_self_check(examine);
  describe_uninstrumented_code({.names = uninstrumented_objects,
                                .has_atomics = has_uninstrumented_atomics,
                                .library_state_is_separate = is_libstdcxx_shared});
}

}  // namespace mcheck
