// SPDX-License-Identifier: MIT
#include "engine/memory/startup/entry.hpp"

#include <dlfcn.h>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"

namespace mcheck {
namespace {

using Function = void (*)();
using Start = int (*)(Main, int, char**, Function, Function, Function, void*);

MCHECK_HOST_STATE Main program_main = nullptr;
MCHECK_HOST_STATE MainReplacement replacement = nullptr;

int main_outside_program(int count, char** words, char** environment) {
  end_static_initialisation();
  if (replacement != nullptr) return replacement(program_main, count, words, environment);
  return program_main(count, words, environment);
}

}  // namespace

void replace_main(MainReplacement function) { replacement = function; }

}  // namespace mcheck

extern "C" int __libc_start_main(mcheck::Main main, int count, char** words,  // NOLINT
                                 mcheck::Function init, mcheck::Function fini,
                                 mcheck::Function loader_fini, void* stack_end) {
  mcheck::program_main = main;
  const auto start = reinterpret_cast<mcheck::Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(mcheck::main_outside_program, count, words, init, fini, loader_fini, stack_end);
}
