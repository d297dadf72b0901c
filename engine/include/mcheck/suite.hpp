// SPDX-License-Identifier: MIT
// Tests of mcheck inside a suite that has a framework and a main() of its own. <mcheck/catch2.hpp>
// and <mcheck/gtest.hpp> are made of this, and another framework's adapter would be.
//
// A test is run in a copy of the process (fork), as it is when its turn comes: whatever it does,
// the suite goes on. Its options are its own, and what MCHECK_… in the environment says wins over
// them; MCHECK_REPLAY=SCHEDULE runs one execution of the test that the schedule is of. The same
// tests are there for the command, which is answered before the suite's main(): `mcheck explore
// ./suite`.
#pragma once

#include <string>

#include <mcheck/explore.hpp>
#include <mcheck/program.hpp>

namespace mcheck::suite {

// A name as one word, for the command and its schedules: "both_additions_count". No other test has
// the same.
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

// Undecided is what did not come to its end: no failure was found, and nothing is verified.
// MCHECK_UNDECIDED=pass says that this is no failure of the suite.
enum class standing { passed, failed, undecided };

struct outcome {
  suite::standing standing = suite::standing::failed;
  std::string message;  // what `mcheck explore` reports, columns and all
};

[[nodiscard]] outcome run(const Test& test);

// For who counts bytes where columns are meant, and breaks lines by them.
[[nodiscard]] std::string in_ascii(const std::string& message);

// The execution fails, if this is one: a failed check that the framework noticed.
void fail(const std::string& why);

// What the options of a test are if it names none, or some.
inline options these() { return {}; }
inline options these(options how) { return how; }

}  // namespace mcheck::suite

// The first, the second if there is one, and what follows: of the words in a test's brackets.
#define MCHECK_DETAIL_FIRST(first, ...) first
#define MCHECK_DETAIL_SECOND(first, second, ...) second
#define MCHECK_DETAIL_BEHIND_TWO(first, ...) __VA_OPT__(MCHECK_DETAIL_BEHIND_ONE(__VA_ARGS__))
#define MCHECK_DETAIL_BEHIND_ONE(first, ...) __VA_ARGS__
#define MCHECK_DETAIL_JOIN(a, b) MCHECK_DETAIL_JOINED(a, b)
#define MCHECK_DETAIL_JOINED(a, b) a##b
