// SPDX-License-Identifier: MIT
// mcheck in a suite of Catch2 (2.13), which keeps its main():
//
//   #include <mcheck/catch2.hpp>
//   #include <mcheck/mcheck.hpp>
//
//   MCHECK_TEST_CASE("both additions count", "[counter]") {
//     mcheck::atomic<int> count{0, "count"};
//     mcheck::thread other([&] { ++count; });
//     ++count;
//     other.join();
//     CHECK(count == 2);
//   }
//
// is listed, filtered and reported like any TEST_CASE, and runs under every schedule. Options may
// follow the tags: {.bound = 2, .seconds = 30}. A failed assertion of Catch2 ends its execution, as
// mcheck::check does. The body runs many times. SECTION, GENERATE and BENCHMARK, with which Catch2
// itself repeats it, are refused.
#pragma once

#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include <mcheck/suite.hpp>

#ifndef TWOBLUECUBES_SINGLE_INCLUDE_CATCH_HPP_INCLUDED
#error "mcheck: <mcheck/catch2.hpp> is for Catch2 2.13"
#endif
#ifdef MCHECK_TEST_CASE
#error "mcheck: include one of <mcheck/catch2.hpp> and <mcheck/gtest.hpp> in a file"
#endif

namespace mcheck::suite {

// Receives the results of Catch2's assertions while executions run.
class CatchCapture : public Catch::IResultCapture {
 public:
  static void take_over() {
    static CatchCapture capture;
    Catch::getCurrentMutableContext().setResultCapture(&capture);
  }

  bool sectionStarted(const Catch::SectionInfo&, Catch::Counts&) override {
    fail("SECTION in a MCHECK_TEST_CASE: write one for each section");
    return false;
  }
  void sectionEnded(const Catch::SectionEndInfo&) override {}
  void sectionEndedEarly(const Catch::SectionEndInfo&) override {}
  auto acquireGeneratorTracker(Catch::StringRef, const Catch::SourceLineInfo&)
      -> Catch::IGeneratorTracker& override {
    fail("GENERATE in a MCHECK_TEST_CASE: mcheck::choose() tries all values");
    throw 0;  // for the compiler
  }
#ifdef CATCH_CONFIG_ENABLE_BENCHMARKING
  void benchmarkPreparing(const std::string&) override { fail("BENCHMARK in MCHECK_TEST_CASE"); }
  void benchmarkStarting(const Catch::BenchmarkInfo&) override {}
  void benchmarkEnded(const Catch::BenchmarkStats<>&) override {}
  void benchmarkFailed(const std::string&) override {}
#endif
  void pushScopedMessage(const Catch::MessageInfo&) override {}
  void popScopedMessage(const Catch::MessageInfo&) override {}
  void emplaceUnscopedMessage(const Catch::MessageBuilder&) override {}
  void handleFatalErrorCondition(Catch::StringRef) override {}

  void handleExpr(const Catch::AssertionInfo& info, const Catch::ITransientExpression& expression,
                  Catch::AssertionReaction&) override {
    const bool negated = Catch::isFalseTest(info.resultDisposition);
    passed_ = expression.getResult() != negated;
    if (passed_) return;
    std::ostringstream values;
    expression.streamReconstructedExpression(values);
    const std::string written(info.capturedExpression);
    failed(info, values.str() == written
                     ? ""
                     : (negated ? ", and it is " : ", which is ") + values.str());
  }
  void handleMessage(const Catch::AssertionInfo& info, Catch::ResultWas::OfType type,
                     const Catch::StringRef& message, Catch::AssertionReaction&) override {
    if (Catch::isOk(type)) return;
    failed(info, ": " + std::string(message));
  }
  void handleUnexpectedExceptionNotThrown(const Catch::AssertionInfo& info,
                                          Catch::AssertionReaction&) override {
    failed(info, ": nothing was thrown");
  }
  void handleUnexpectedInflightException(const Catch::AssertionInfo& info,
                                         const std::string& message,
                                         Catch::AssertionReaction&) override {
    failed(info, ": " + message + " was thrown");
  }
  void handleIncomplete(const Catch::AssertionInfo&) override {}
  void handleNonExpr(const Catch::AssertionInfo& info, Catch::ResultWas::OfType type,
                     Catch::AssertionReaction&) override {
    if (!Catch::isOk(type)) failed(info, "");
  }

  bool lastAssertionPassed() override { return passed_; }  // for CHECKED_IF
  void assertionPassed() override { passed_ = true; }
  std::string getCurrentTestName() const override { return ""; }
  const Catch::AssertionResult* getLastResult() const override { return nullptr; }
  void exceptionEarlyReported() override {}

 private:
  static void failed(const Catch::AssertionInfo& info, const std::string& how) {
    if (Catch::shouldSuppressFailure(info.resultDisposition)) return;  // CHECK_NOFAIL
    const std::string written(info.capturedExpression);
    fail(std::string(info.macroName) + (written.empty() ? "" : "(" + written + ")") + how);
  }

  bool passed_ = true;
};

}  // namespace mcheck::suite

#ifdef CATCH_CONFIG_PREFIX_ALL
#define MCHECK_DETAIL_CATCH(name) CATCH_##name
#else
#define MCHECK_DETAIL_CATCH(name) name
#endif

// MCHECK_TEST_CASE(name), (name, tags) or (name, tags, {options})
#define MCHECK_TEST_CASE(...)                                         \
  MCHECK_DETAIL_TEST_CASE(MCHECK_DETAIL_JOIN(mcheck_body_, __LINE__), \
                          MCHECK_DETAIL_JOIN(mcheck_test_, __LINE__), __VA_ARGS__)
#define MCHECK_DETAIL_TEST_CASE(body, test, ...)                                                  \
  static void body();                                                                             \
  static const ::mcheck::suite::Test test(                                                        \
      MCHECK_DETAIL_FIRST(__VA_ARGS__, ), body,                                                   \
      [] { return ::mcheck::suite::these(MCHECK_DETAIL_AFTER_TWO(__VA_ARGS__)); },                \
      ::mcheck::suite::CatchCapture::take_over);                                                  \
  MCHECK_DETAIL_CATCH(TEST_CASE)                                                                  \
  (MCHECK_DETAIL_FIRST(__VA_ARGS__, ), MCHECK_DETAIL_SECOND(__VA_ARGS__, "", )) {                 \
    const auto result = ::mcheck::suite::run(test);                                               \
    const std::string message = ::mcheck::suite::in_ascii(result.message);                        \
    if (result.standing == ::mcheck::suite::standing::failed) MCHECK_DETAIL_CATCH(FAIL)(message); \
    if (result.standing == ::mcheck::suite::standing::undecided)                                  \
      MCHECK_DETAIL_CATCH(WARN)(message);                                                         \
    MCHECK_DETAIL_CATCH(SUCCEED)(message);                                                        \
  }                                                                                               \
  static void body()
