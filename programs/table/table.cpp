// SPDX-License-Identifier: MIT
// A checked program that runs the program in a file, in the language of docs/table.md, so that
// tools that read or write such files can be compared with mcheck.
#include <mcheck/mcheck.hpp>

#include "interpreter.hpp"
#include "reader.hpp"

namespace {

// Parsed once: outside of the memory that is restored between executions.
const table::Program* program = nullptr;

void read_argument() {
  if (mcheck::arguments().size() == 1) {
    program = new table::Program(table::read_file(mcheck::argument(0, "")));
  } else {
    program = new table::Program{.error = "expected one FILE behind --"};
  }
}

}  // namespace

MCHECK_PROGRAM(table, "runs the program in a file, see docs/table.md; argument: FILE",
               read_argument) {
  if (!program->error.empty()) mcheck::refuse(program->error);
  table::interpret(*program);
}
