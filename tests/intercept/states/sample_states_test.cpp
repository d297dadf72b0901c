// SPDX-License-Identifier: MIT
// The programs of programs/*/expected.tsv, of both front ends, searched by states and depth first.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include "tests/intercept/states/compared_states.hpp"
#include "tests/support/deep.hpp"

#ifndef MCHECK_SOURCE_DIRECTORY
#define MCHECK_SOURCE_DIRECTORY ""
#endif

namespace mcheck::sample_states_test {
namespace {

struct Sample {
  std::string program;
  std::string options;
};

// Without rows that say how to search.
std::vector<Sample> samples_of(const std::string& folder) {
  std::vector<Sample> samples;
  std::set<std::string> known;
  std::ifstream rows(MCHECK_SOURCE_DIRECTORY "/programs/" + folder + "/expected.tsv");
  for (std::string line; std::getline(rows, line);) {
    std::istringstream in(line);
    Sample sample;
    std::getline(in, sample.program, '\t');
    std::getline(in, sample.options, '\t');
    if (sample.options == "-") sample.options.clear();
    bool says_how = line.empty() || line.front() == '#';
    for (const char* option : {"--strategy", "--executions", "--schedule", "--time", "--keep"}) {
      says_how = says_how || sample.options.find(option) != std::string::npos;
    }
    if (!says_how && known.insert(sample.program + sample.options).second) {
      samples.push_back(sample);
    }
  }
  return samples;
}

// Depth-first search runs idle waits in more orders than states tell apart; and which of two
// threads freed a block first is no state.
bool differs_from_schedules(const Sample& sample) {
  return sample.program == "timed_wait_loop_right" ||
         sample.options.find("treiber_true") != std::string::npos;
}

void judge_samples(const std::string& folder, const std::string& binaries, std::size_t least) {
  const bool deep = is_deep();
  std::size_t number = 0;
  std::size_t compared = 0;
  for (const Sample& sample : samples_of(folder)) {
    if (number++ % 8 != 0 && !deep) continue;
    if (differs_from_schedules(sample)) continue;
    const std::string program = quoted(binaries + sample.program);
    const std::string words = (deep ? "--time 20s " : "--time 2s ") + sample.options;
    if (compared_states::compare(program, words, deep ? 20'000 : 1000)) ++compared;
  }
  CHECK(compared >= least);
}

}  // namespace

TEST_CASE("states find in samples for the headers what depth-first search finds") {
  const std::string binaries = MCHECK_BINARY_DIRECTORY "/";
  judge_samples("classic", binaries, 1);
  judge_samples("failures", binaries, 5);
  judge_samples("queues", binaries, 0);
}

TEST_CASE("states find in unmodified samples what depth-first search finds") {
  judge_samples("unmodified", MCHECK_BINARY_DIRECTORY "/unmodified/", 10);
}

}  // namespace mcheck::sample_states_test
