// SPDX-License-Identifier: MIT
#include "engine/world/entry.hpp"

#include <dlfcn.h>

#include "engine/base/host_state.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

using Function = void (*)();
using Start = int (*)(Main, int, char**, Function, Function, Function, void*);

MCHECK_HOST_STATE Main program_main = nullptr;
MCHECK_HOST_STATE MainInstead instead = nullptr;

int main_outside_world(int count, char** words, char** environment) {
  end_static_initialisation();
  if (instead != nullptr) return instead(program_main, count, words, environment);
  return program_main(count, words, environment);
}

}  // namespace

void call_instead_of_main(MainInstead function) { instead = function; }

}  // namespace mcheck

extern "C" int __libc_start_main(mcheck::Main main, int count, char** words,  // NOLINT
                                 mcheck::Function init, mcheck::Function fini,
                                 mcheck::Function loader_fini, void* stack_end) {
  mcheck::program_main = main;
  const auto start = reinterpret_cast<mcheck::Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(mcheck::main_outside_world, count, words, init, fini, loader_fini, stack_end);
}
