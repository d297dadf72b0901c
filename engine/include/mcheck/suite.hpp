// SPDX-License-Identifier: MIT
// Tests of mcheck in a suite that has its own framework and main(). <mcheck/catch2.hpp> and
// <mcheck/gtest.hpp> are built on this; use it to write an adapter for another framework.
//
// A test runs in a forked child process, so the suite continues whatever the test does. A test has
// its own options; MCHECK_… in the environment overrides them. MCHECK_REPLAY=SCHEDULE runs one
// execution of the test that the schedule belongs to. The command can run the same tests, before
// the suite's main(): `mcheck explore ./suite`.
#pragma once

#include <string>

#include <mcheck/explore.hpp>
#include <mcheck/program.hpp>

namespace mcheck::suite {

// A name as one word, for the command and its schedules: "both_additions_count". It is unique.
class Word {
 public:
  explicit Word(const char* name);
  [[nodiscard]] const char* text() const { return text_; }

 private:
  static constexpr int kLongest = 120;
  char text_[kLongest + 8] = {};
};

// Lives as long as the process.
class Test {
 public:
  using Function = void (*)();
  using Options = options (*)();

  // `before` is called before the first execution, and may be null.
  Test(const char* name, Function in_each, Options own, Function before = nullptr);
  Test(const Test&) = delete;
  Test& operator=(const Test&) = delete;

  [[nodiscard]] const char* word() const { return word_.text(); }
  [[nodiscard]] Function body() const { return body_; }
  [[nodiscard]] Function prepare() const { return prepare_; }
  [[nodiscard]] options how() const { return options_(); }

 private:
  Word word_;
  Function body_;
  Options options_;
  Function prepare_;
  detail::Registration registration_;
};

// Undecided: the search did not finish. No failure was found, and nothing is verified. With
// MCHECK_UNDECIDED=pass this is no failure of the suite.
enum class standing { passed, failed, undecided };

struct outcome {
  suite::standing standing = suite::standing::failed;
  std::string message;  // the report of `mcheck explore`, columns included
};

[[nodiscard]] outcome run(const Test& test);

// For frameworks that count bytes instead of columns when they break lines.
[[nodiscard]] std::string in_ascii(const std::string& message);

// The execution fails, if one is running: the framework noticed a failed check.
void fail(const std::string& why);

// The options of a test that names none, or some.
inline options these() { return {}; }
inline options these(options how) { return how; }

}  // namespace mcheck::suite

// The first argument, the second if there is one, and the rest: of the arguments of a test macro.
#define MCHECK_DETAIL_FIRST(first, ...) first
#define MCHECK_DETAIL_SECOND(first, second, ...) second
#define MCHECK_DETAIL_AFTER_TWO(first, ...) __VA_OPT__(MCHECK_DETAIL_AFTER_ONE(__VA_ARGS__))
#define MCHECK_DETAIL_AFTER_ONE(first, ...) __VA_ARGS__
#define MCHECK_DETAIL_JOIN(a, b) MCHECK_DETAIL_JOINED(a, b)
#define MCHECK_DETAIL_JOINED(a, b) a##b
