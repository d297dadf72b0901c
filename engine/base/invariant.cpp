// SPDX-License-Identifier: MIT
#include "engine/base/invariant.hpp"

#include <unistd.h>

#include <cstdio>

#include "engine/base/host_state.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE FatalErrorHandler fatal_error_handler = nullptr;

}  // namespace

void set_fatal_error_handler(FatalErrorHandler handler) { fatal_error_handler = handler; }

void broken_invariant(const char* condition, const char* meaning, const char* file, int line) {
  std::fprintf(stderr,
               "mcheck: internal error: %s\n"
               "  expected %s\n"
               "  at       %s:%d\n"
               "  this is a bug in mcheck, not in the program; please report it\n",
               meaning, condition, file, line);
  if (fatal_error_handler != nullptr) fatal_error_handler();
  _exit(70);
}

}  // namespace mcheck
