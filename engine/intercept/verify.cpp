// SPDX-License-Identifier: MIT
// What stands behind <mcheck/verify.h> in an unmodified program. Where no thread of it runs, in
// static initialisers, it does what the header does by itself.
#include <cstdio>
#include <cstdlib>

#include <mcheck/check.hpp>

#include "engine/runtime/perform.hpp"
#include "engine/runtime/sections.hpp"

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

void mcheck_runtime_atomic_begin() {
  if (mcheck::on_model_thread()) mcheck::begin_section();
}

void mcheck_runtime_atomic_end() {
  if (mcheck::on_model_thread()) mcheck::end_section();
}
}
// NOLINTEND
