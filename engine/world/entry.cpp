// SPDX-License-Identifier: MIT
// Where static initialisation ends. Up to main, allocations are the program's and belong to the
// world; main is the host's. There is no hook between the two but the function that calls main.
#include <dlfcn.h>

#include "engine/base/host_state.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

using Main = int (*)(int, char**, char**);
using Function = void (*)();
using Start = int (*)(Main, int, char**, Function, Function, Function, void*);

MCHECK_HOST_STATE Main program_main = nullptr;

int main_outside_world(int count, char** words, char** environment) {
  end_static_initialisation();
  return program_main(count, words, environment);
}

}  // namespace
}  // namespace mcheck

extern "C" int __libc_start_main(mcheck::Main main, int count, char** words,  // NOLINT
                                 mcheck::Function init, mcheck::Function fini,
                                 mcheck::Function loader_fini, void* stack_end) {
  mcheck::program_main = main;
  const auto start = reinterpret_cast<mcheck::Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(mcheck::main_outside_world, count, words, init, fini, loader_fini, stack_end);
}
