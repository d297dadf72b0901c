// SPDX-License-Identifier: MIT
// The report says when mcheck verified a program in which it saw nothing shared, and only then; and
// what it assumes about the memory order.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <mutex>

#include <mcheck/mcheck.hpp>

#include "engine/host/search/exploration.hpp"

namespace mcheck::sharing_test {
namespace {

Result verified(const std::function<void()>& body, const options& how = {}) {
  const Subject subject{.program = "sharing", .test = "test", .arguments = {}, .body = body};
  Result result = explore_subject(subject, how, {}).result;
  INFO(result.reason);
  REQUIRE(result.verdict == Verdict::kVerified);
  return result;
}

// The first assumption, if it is about the memory order.
std::string order_assumed(const std::function<void()>& body, const options& how = {}) {
  const std::vector<std::string> lines = verified(body, how).assumptions;
  return !lines.empty() && lines[0].starts_with("memory is") ? lines[0] : "";
}

bool is_told(const std::function<void()>& body) {
  const Result result = verified(body);
  const auto tells = [](const std::string& remark) {
    return remark.find("the threads shared nothing that mcheck observes") != std::string::npos;
  };
  return std::ranges::any_of(result.remarks, tells);
}

}  // namespace

TEST_CASE("threads that share only what mcheck cannot see are reported") {
  CHECK(is_told([] {
    std::atomic<int> unnamed{0};
    thread other([&] { unnamed.store(unnamed + 1); });
    unnamed.store(unnamed + 1);
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
  CHECK(is_told([] {  // data of main alone
    atomic<int> own{0};
    int plain = 0;
    thread other([&] { plain = 1; });
    own.store(1);
    other.join();
  }));
}

TEST_CASE("threads that share something, and single threads, are not") {
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

TEST_CASE("without weaker orders nothing but sequential consistency is possible") {
  const std::string assumed = "memory is sequentially consistent";
  const auto buffering = [](std::memory_order order) {
    return [order] {
      atomic<int> first{0};
      atomic<int> second{0};
      thread other([&] { first.store(1, order), (void)second.load(); });
      second.store(1, order);
      (void)first.load();
      other.join();
    };
  };
  CHECK(order_assumed(buffering(std::memory_order_seq_cst)) == "");
  options sequential;
  sequential.memory = memory_model::sc;
  CHECK(order_assumed(buffering(std::memory_order_release), sequential)
            .starts_with(assumed + " (weaker"));
  CHECK(order_assumed(buffering(std::memory_order_release)).starts_with("memory is that of RC11"));
  options bounded;
  bounded.bound = 0;
  CHECK(order_assumed(buffering(std::memory_order_seq_cst), bounded) == assumed);
  options ignoring;
  ignoring.ignore_races = true;
  CHECK(order_assumed(buffering(std::memory_order_seq_cst), ignoring) == assumed);
  CHECK(order_assumed([] {
          latch gate(1);
          thread other([&] { gate.count_down(); });
          (void)gate.try_wait();  // may say no although it is open
          other.join();
        }) == assumed);
  CHECK(order_assumed([] {
          atomic<int> seen{0};
          thread other([&] { assume(seen == 0); });
          seen = 1;
          other.join();
        }) == assumed);  // what it cuts off is not checked
}

}  // namespace mcheck::sharing_test
