// SPDX-License-Identifier: MIT
#include "engine/model/canary.hpp"

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/thread.hpp>

namespace mcheck {
namespace {

// A lost update: an addition in two steps.
void lose_an_update() {
  atomic<int> count{0, "count"};
  const auto add_one = [&count] { count.store(count.load() + 1); };
  thread other(add_one);
  add_one();
  other.join();
  check(count.load() == 2, "both additions count");
}

}  // namespace

const RegisteredProgram& canary() {
  static const RegisteredProgram program{
      .name = "mcheck::canary", .description = "a bug that must be found", .body = lose_an_update};
  return program;
}

}  // namespace mcheck
