// SPDX-License-Identifier: MIT
// The functions behind <mcheck/verify.h> in an unmodified program. In static initialisers, where no
// thread of the program runs, they do what the header does without mcheck.
#include <cstdio>
#include <cstdlib>

#include <mcheck/check.hpp>

#include "engine/runtime/machine/atomic_sections.hpp"
#include "engine/runtime/machine/perform.hpp"

// NOLINTBEGIN
extern "C" {

int mcheck_runtime_choose(int count) {
  return mcheck::on_model_thread() ? mcheck::choose(count) : 0;
}

void mcheck_runtime_assume(bool condition) {
  if (condition) return;
  if (mcheck::on_model_thread()) mcheck::assume(false);
  std::_Exit(0);
}

void mcheck_runtime_check(bool condition, const char* text) {
  if (condition) return;
  if (mcheck::on_model_thread()) mcheck::check(false, text);
  std::fprintf(stderr, "mcheck_check: %s\n", text);
  std::abort();
}

void mcheck_runtime_progress() {
  if (mcheck::on_model_thread()) mcheck::progress();
}

void mcheck_runtime_atomic_begin() {
  if (mcheck::on_model_thread()) mcheck::begin_section();
}

void mcheck_runtime_atomic_end() {
  if (mcheck::on_model_thread()) mcheck::end_section();
}
}
// NOLINTEND
