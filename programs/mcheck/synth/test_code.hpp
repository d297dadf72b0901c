// SPDX-License-Identifier: MIT
// A test of a class as C++ that can be pasted: plain code with std::thread, without mcheck.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/synth/class_report.hpp"
#include "programs/mcheck/synth/class_search.hpp"

namespace mcheck::command {

struct TestStyle {
  TestFramework framework = TestFramework::kMain;
  std::vector<std::string> includes;  // what declares the class: "\"queue.hpp\""
  std::string source{};               // or the source file of the program that describes it
  std::string program{};              // replays the schedule
};

// What the failing execution gave is asserted not to happen, where the results can be written as
// C++.
[[nodiscard]] std::string test_code(const ClassTable& table, const ClassFinding& finding,
                                    const TestStyle& style);

// The schedule that such a file contains, in a comment.
struct WrittenReplay {
  std::string program;
  std::string schedule;
};
[[nodiscard]] std::optional<WrittenReplay> written_replay(const std::string& path);

}  // namespace mcheck::command
