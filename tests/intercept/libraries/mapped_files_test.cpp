// SPDX-License-Identifier: MIT
// A file that is mapped is also memory: calls on it access the mapped bytes.
#include <catch2/catch.hpp>
#include <string>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::mapped_files_test {
namespace {

std::string outcome(const std::string& words) {
  return outcome_of("mapped_file", "", quoted(words));
}

}  // namespace

TEST_CASE("calls that write a file race with uses of its mapped bytes, unless these are others") {
  for (const std::string call : {"pwrite", "pwritev", "write", "writev", "ftruncate"}) {
    INFO(call);
    CHECK(outcome("shared " + call) == "race");
    CHECK(outcome("shared loads " + call) == "race");
    CHECK(outcome("shared locked " + call) == "verified");
    CHECK(outcome("shared far " + call) == "verified");
    CHECK(outcome("copy loads " + call) == "race");
    CHECK(outcome("copy loads locked " + call) == "verified");
  }
}

TEST_CASE("calls that read a file race with stores to its shared bytes only") {
  for (const std::string call : {"pread", "preadv", "read", "readv"}) {
    INFO(call);
    CHECK(outcome("shared " + call) == "race");
    CHECK(outcome("shared locked " + call) == "verified");
    CHECK(outcome("shared loads " + call) == "verified");
    CHECK(outcome("shared far " + call) == "verified");
    CHECK(outcome("private " + call) == "verified");
  }
}

// The first store to a private page copies it: later writes to the file are not visible there.
TEST_CASE("a page that the process has copied is read, not written, by who writes the file") {
  CHECK(outcome("private pwrite") == "race");
  CHECK(outcome("private loads pwrite") == "race");
  CHECK(outcome("own loads pwrite") == "verified");
  CHECK(outcome("own pwrite") == "race");
}

}  // namespace mcheck::unmodified_programs::mapped_files_test
