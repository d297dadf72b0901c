// SPDX-License-Identifier: MIT
// Uninstrumented libraries free blocks, too. They may have counted the users of a block in a way
// that mcheck does not see (an exception that several threads hold). So mcheck does not check what
// they free.
#include "engine/intercept/examination/program_code.hpp"

#include <dlfcn.h>

#include <string_view>

#include "engine/runtime/memory/heap_checker.hpp"

extern "C" {
extern const char __executable_start[];  // NOLINT(bugprone-reserved-identifier)
extern const char _etext[];              // NOLINT(bugprone-reserved-identifier)
}

namespace mcheck {
namespace {

bool is_in_program_file(const void* caller) {
  if (caller >= __executable_start && caller < _etext) return true;
  Dl_info info{};
  if (caller == nullptr || dladdr(caller, &info) == 0) return false;
  const std::string_view file = info.dli_fname;
  return !file.starts_with("/lib") && !file.starts_with("/usr/");
}

}  // namespace

bool is_program_code(const void* caller) { return is_in_program_file(caller); }

void check_frees_by_program() { set_is_program_caller(is_program_code); }

}  // namespace mcheck
