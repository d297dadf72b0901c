// SPDX-License-Identifier: MIT
// Each thread has its own rounding mode for floating-point numbers, in both control words of the
// processor, together and alone.
#include <xmmintrin.h>
#include <cfenv>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::floating_point_test {
namespace {

unsigned short x87() {
  unsigned short word = 0;
  asm volatile("fnstcw %0" : "=m"(word));
  return word;
}

void set_x87(unsigned short word) { asm volatile("fldcw %0" : : "m"(word)); }

}  // namespace

TEST_CASE("each thread rounds as it said") {
  require_verified(explored([] {
    atomic<int> x{0};
    const auto work = [&](int how) {
      check(std::fegetround() == FE_TONEAREST, "as it begins");
      std::fesetround(how);
      ++x;
      check(std::fegetround() == how, "nobody else's");
      ++x;
      check(std::fegetround() == how, "still");
    };
    thread up(work, FE_UPWARD);
    thread down(work, FE_DOWNWARD);
    ++x;
    check(std::fegetround() == FE_TONEAREST, "main's own");
    up.join();
    down.join();
    check(std::fegetround() == FE_TONEAREST, "main's own, still");
  }));
  CHECK(std::fegetround() == FE_TONEAREST);
}

TEST_CASE("a thread begins to round as the one that starts it does") {
  require_verified(explored([] {
    std::fesetround(FE_UPWARD);
    thread child([] {
      check(std::fegetround() == FE_UPWARD, "as main");
      check((x87() & 0xc00) == 0x800, "as main, in the other place");
      thread grandchild([] { check(std::fegetround() == FE_UPWARD, "as its parent"); });
      grandchild.join();
    });
    std::fesetround(FE_TONEAREST);
    thread other([] { check(std::fegetround() == FE_TONEAREST, "as main does now"); });
    child.join();
    other.join();
  }));
}

TEST_CASE("each of the two control words is a thread's own, where the other is as everywhere") {
  const unsigned before = _mm_getcsr();
  const unsigned short before_too = x87();
  require_verified(explored([] {
    atomic<int> x{0};
    thread one([&] {
      _mm_setcsr(_mm_getcsr() | _MM_ROUND_UP);
      ++x;
      check((_mm_getcsr() & _MM_ROUND_MASK) == _MM_ROUND_UP, "what it set");
      check((x87() & 0xc00) == 0, "not the other's");
    });
    thread other([&] {
      set_x87(x87() | 0x400);
      ++x;
      check((x87() & 0xc00) == 0x400, "what it set");
      check((_mm_getcsr() & _MM_ROUND_MASK) == 0, "not the first one's");
    });
    ++x;
    check((x87() & 0xc00) == 0 && (_mm_getcsr() & _MM_ROUND_MASK) == 0, "main's own");
    one.join();
    other.join();
  }));
  CHECK((_mm_getcsr() & _MM_ROUND_MASK) == (before & _MM_ROUND_MASK));
  CHECK(x87() == before_too);
}

}  // namespace mcheck::floating_point_test
