// SPDX-License-Identifier: MIT
// Programs whose counterexamples are kept, with their options: one for each frequent kind of
// failure. Their results are in tests/visualize/results, as the command wrote them, and their
// reports in tests/visualize/goldens. MCHECK_APPROVE=1 test_programs "a kept counterexample*"
// updates both.
#pragma once

#include <array>
#include <string>

#ifndef MCHECK_SOURCE_DIRECTORY  // each header compiles alone, too
#define MCHECK_SOURCE_DIRECTORY ""
#endif

namespace mcheck {

struct KeptCounterexample {
  const char* name;
  const char* program;  // relative to the folder of all programs
  const char* options;
};

inline constexpr std::array<KeptCounterexample, 7> kKeptCounterexamples = {{
    {"lost_update", "lost_update", ""},
    {"abba_deadlock", "abba_deadlock", ""},
    {"lost_wakeup", "lost_wakeup", ""},
    {"data_race", "unmodified/spsc_ring", ""},
    {"aba", "unmodified/aba_stack", "--reuse choice"},
    {"leak", "unmodified/leak", ""},
    {"livelock", "unmodified/livelock", ""},
}};

inline std::string result_file(const KeptCounterexample& counterexample) {
  return std::string(MCHECK_SOURCE_DIRECTORY "/tests/visualize/results/") + counterexample.name +
         ".json";
}

// The report up to the search part, which contains times.
inline std::string without_search_part(const std::string& report) {
  return report.substr(0, report.find("\nsearched:") + 1);
}

}  // namespace mcheck
