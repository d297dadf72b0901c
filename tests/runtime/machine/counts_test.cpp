// SPDX-License-Identifier: MIT
// Real threads, counted: the number of executions is the number of interleavings of their
// operations. Starting, ending and joining a thread are no choices.
#include <catch2/catch.hpp>
#include <mcheck/mcheck.hpp>
#include <vector>

#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck::counts_test {
namespace {

std::uint64_t factorial(unsigned n) { return n <= 1 ? 1 : n * factorial(n - 1); }

// T threads of K fetch_add on one atomic.
void add(unsigned threads, unsigned each) {
  mcheck::atomic<unsigned> sum{0};
  std::vector<mcheck::thread> team;
  for (unsigned t = 0; t < threads; ++t) {
    team.emplace_back([&sum, each] {
      for (unsigned k = 0; k < each; ++k) sum.fetch_add(1);
    });
  }
  for (mcheck::thread& thread : team) thread.join();
}

}  // namespace

TEST_CASE("T real threads of K fetch_add have (TK)!/(K!)^T executions") {
  const unsigned most = mcheck::kAddressSanitizer ? 8 : 12;
  for (unsigned threads = 1; threads <= 4; ++threads) {
    for (unsigned each = 1; threads * each <= most; ++each) {
      std::uint64_t expected = factorial(threads * each);
      for (unsigned t = 0; t < threads; ++t) expected /= factorial(each);
      if (expected > 100'000) continue;  // 4 threads of 3: tests/counts.tsv has them
      INFO(threads << " threads of " << each);
      const mcheck::summary result = mcheck::explore([=] { add(threads, each); });
      CHECK(result.verdict == mcheck::verdict::verified);
      CHECK(result.executions == expected);
    }
  }
}

}  // namespace mcheck::counts_test
