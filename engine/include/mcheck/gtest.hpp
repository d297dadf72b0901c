// SPDX-License-Identifier: MIT
// mcheck in a suite of GoogleTest, which keeps its main():
//
//   #include <mcheck/gtest.hpp>
//   #include <mcheck/mcheck.hpp>
//
//   MCHECK_TEST_CASE(Counter, BothAdditionsCount) {
//     mcheck::atomic<int> count{0, "count"};
//     mcheck::thread other([&] { ++count; });
//     ++count;
//     other.join();
//     EXPECT_EQ(count, 2);
//   }
//
// is listed, filtered and reported like any TEST, and runs under every schedule. Options may follow
// the names: {.bound = 2, .seconds = 30}. A failed assertion of GoogleTest ends its execution,
// EXPECT_… as well as ASSERT_…, as mcheck::check does.
#pragma once

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>

#include <mcheck/suite.hpp>

#ifdef MCHECK_TEST_CASE
#error "mcheck: include one of <mcheck/catch2.hpp> and <mcheck/gtest.hpp> in a file"
#endif

namespace mcheck::suite {

// Receives the results of GoogleTest's assertions while executions run.
class GtestCapture : public testing::ScopedFakeTestPartResultReporter {
 public:
  // GoogleTest creates its per-thread data at the first assertion. That must not be one of an
  // execution, whose memory is restored.
  static void take_over() {
    static GtestCapture capture;
    GTEST_SUCCEED();
  }

  void ReportTestPartResult(const testing::TestPartResult& part) override {
    if (!part.failed()) return;
    std::string text = part.message();
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
      text.replace(end, text.find_first_not_of(" \n", end) - end, "; ");
    }
    fail(text);
  }

 private:
  GtestCapture() : ScopedFakeTestPartResultReporter(INTERCEPT_ALL_THREADS, &parts_) {}

  inline static testing::TestPartResultArray parts_;
};

}  // namespace mcheck::suite

// MCHECK_TEST_CASE(suite, name) or (suite, name, {options})
#define MCHECK_TEST_CASE(group, title, ...)                                  \
  static void mcheck_body_##group##_##title();                               \
  static const ::mcheck::suite::Test mcheck_test_##group##_##title(          \
      #group "." #title, mcheck_body_##group##_##title,                      \
      [] { return ::mcheck::suite::these(__VA_ARGS__); },                    \
      ::mcheck::suite::GtestCapture::take_over);                             \
  TEST(group, title) {                                                       \
    const auto result = ::mcheck::suite::run(mcheck_test_##group##_##title); \
    if (result.standing == ::mcheck::suite::standing::failed) {              \
      GTEST_FAIL() << result.message;                                        \
    } else if (result.standing == ::mcheck::suite::standing::undecided) {    \
      GTEST_SKIP() << result.message;                                        \
    }                                                                        \
  }                                                                          \
  static void mcheck_body_##group##_##title()
