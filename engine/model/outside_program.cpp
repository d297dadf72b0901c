// SPDX-License-Identifier: MIT
#include "engine/model/outside_program.hpp"

#include <cstdio>
#include <cstdlib>

namespace mcheck {

void refuse_outside_program(const char* what) {
  std::fprintf(stderr,
               "mcheck: %s outside of a checked program\n"
               "  usually  the constructor of a static object does it, before main\n"
               "  try      doing it in the body of MCHECK_PROGRAM or of explore()\n",
               what);
  std::exit(2);
}

}  // namespace mcheck
