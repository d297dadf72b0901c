// SPDX-License-Identifier: MIT
// Who verifies a program in which mcheck sees nothing shared is told so, and nobody else.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <mutex>

#include <mcheck/mcheck.hpp>

#include "engine/host/exploration.hpp"

namespace mcheck {
namespace {

bool is_told(const std::function<void()>& body) {
  const Subject subject{.program = "sharing", .test = "test", .arguments = {}, .body = body};
  const Result result = explore_subject(subject, {}, {}).result;
  INFO(result.reason);
  REQUIRE(result.verdict == Verdict::kVerified);
  const auto tells = [](const std::string& remark) {
    return remark.find("nothing that mcheck can see was shared") != std::string::npos;
  };
  return std::ranges::any_of(result.remarks, tells);
}

}  // namespace

TEST_CASE("threads that share only what mcheck cannot see are told of") {
  CHECK(is_told([] {
    std::atomic<int> unseen{0};
    thread other([&] { unseen.store(unseen + 1); });
    unseen.store(unseen + 1);
    other.join();
  }));
  CHECK(is_told([] {
    int plain = 0;
    std::mutex guard;
    thread other([&] {
      const std::lock_guard lock(guard);
      ++plain;
    });
    other.join();
  }));
  CHECK(is_told([] {  // what main has for itself
    atomic<int> own{0};
    int plain = 0;
    thread other([&] { plain = 1; });
    own.store(1);
    other.join();
  }));
}

TEST_CASE("threads that share something, and who is alone, are not") {
  CHECK_FALSE(is_told([] {
    atomic<int> seen{0};
    thread other([&] { seen.store(1); });
    (void)seen.load();
    other.join();
  }));
  CHECK_FALSE(is_told([] {
    shared<int> result{0};
    thread other([&] { result = 1; });
    other.join();
    check(result == 1, "it is there");
  }));
  CHECK_FALSE(is_told([] { check(async(std::launch::async, [] { return 3; }).get() == 3, "3"); }));
  CHECK_FALSE(is_told([] {  // in one of two executions
    atomic<int> seen{0};
    const bool stores = choose(2) == 1;
    thread other([&] {
      if (stores) seen.store(1);
    });
    other.join();
  }));
  CHECK_FALSE(is_told([] {  // each has its own
    atomic<int> own{0};
    atomic<int> others{0};
    thread other([&] { others.store(1); });
    own.store(1);
    other.join();
  }));
  CHECK_FALSE(is_told([] { (void)choose(2); }));
}

}  // namespace mcheck
