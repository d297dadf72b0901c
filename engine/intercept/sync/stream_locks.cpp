// SPDX-License-Identifier: MIT
// Locks of stdio streams that the program holds itself, possibly across thread switches. Locks that
// the C library takes inside one call are released before any other thread runs.
#include <stdio.h>

#include "engine/intercept/program/original.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/machine/perform_address.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"

namespace mcheck {
namespace {

bool locks_are_modelled() { return on_model_thread() && in_program_code(); }

Reply perform_on(FILE* stream, Kind kind) {
  const char* name = stream == stdout   ? "stdout"
                     : stream == stderr ? "stderr"
                     : stream == stdin  ? "stdin"
                                        : "stream";
  add_assumption("no thread prints to a stream that another thread holds by flockfile");
  const ObjectId lock = identify_address(stream, ObjectKind::kMutex, {}, name);
  return perform({.kind = kind, .object = lock, .a = 1});
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

void flockfile(FILE* stream) noexcept {
  if (!mcheck::locks_are_modelled()) {
    mcheck::original<decltype(flockfile)>("flockfile")(stream);
  } else {
    mcheck::perform_on(stream, mcheck::Kind::kLock);
  }
}

int ftrylockfile(FILE* stream) noexcept {
  if (!mcheck::locks_are_modelled())
    return mcheck::original<decltype(ftrylockfile)>("ftrylockfile")(stream);
  return mcheck::perform_on(stream, mcheck::Kind::kTryLock).result == 1 ? 0 : -1;
}

void funlockfile(FILE* stream) noexcept {
  if (!mcheck::locks_are_modelled()) {
    mcheck::original<decltype(funlockfile)>("funlockfile")(stream);
  } else {
    mcheck::perform_on(stream, mcheck::Kind::kUnlock);
  }
}
}
// NOLINTEND
