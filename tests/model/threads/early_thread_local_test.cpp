// SPDX-License-Identifier: MIT
// A thread_local object that exists before main. (In a file of its own: a thread initialises all
// those of a file at once.)
#include <mcheck/check.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::early_thread_local_test {
namespace {

int early_begins = 0;
bool tells_its_end = false;

struct Early {
  Early() { ++early_begins; }
  Early(const Early&) = delete;
  Early& operator=(const Early&) = delete;
  ~Early() {
    if (tells_its_end) check(false, "destroyed");
  }
  int value = 1;
};
thread_local Early early;
const int touched = early.value = 2;  // a static initialiser creates main's

}  // namespace

TEST_CASE("main has the thread_local object that a static initialiser made, others their own") {
  const auto body = [] {
    check(touched == 2 && early_begins == 1, "made once");
    check(early.value == 2, "as it was left");
    early.value = 3;
    thread other([] {
      check(early.value == 1 && early_begins == 2, "made anew");
      early.value = 4;
    });
    other.join();
    check(early.value == 3 && early_begins == 2, "main's own");
  };
  require_verified(explored(body));
  CHECK(early.value == 2);
}

TEST_CASE("main destroys the thread_local object that a static initialiser made") {
  require_bug(explored([] { tells_its_end = true; }), "check", "destroyed");
}

}  // namespace mcheck::early_thread_local_test
