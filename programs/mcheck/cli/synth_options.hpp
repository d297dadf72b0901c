// SPDX-License-Identifier: MIT
// What `mcheck synth` is asked for, besides the options of its explorations.
#pragma once

#include <cstdint>
#include <string>

#include <mcheck/explore.hpp>

namespace mcheck::command {

// Which failures count.
enum class Oracle : std::uint8_t { kAll, kFailures, kRaces, kLinearizability };

// What a test that is written out is for; none: a schedule file.
enum class TestFramework { kNone, kMain, kCatch2, kGtest };

struct SynthOptions {
  std::string class_name;  // of a header; or selects one of the program's classes
  Oracle oracle = Oracle::kAll;
  std::uint64_t tests = 0;  // 0: any number
  double seconds = 30;      // for a class
  consistency condition = consistency::linearizable;
  std::string reference;  // of a header's class: what says what is right; "" for itself
  bool classify = false;
  bool replays = false;  // the schedule of a written test, instead of a search
  TestFramework test_as = TestFramework::kMain;
  std::string compile_commands;  // a folder, or ""
};

class OptionReader;
void read_synth(const OptionReader& reader, SynthOptions& synth);

}  // namespace mcheck::command
