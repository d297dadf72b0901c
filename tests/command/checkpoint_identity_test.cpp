// SPDX-License-Identifier: MIT
// Which options a checkpoint compares: each that changes the search. An option that is not in the
// table below fails the test, so none is forgotten.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>

#include "programs/mcheck/cli/option_table.hpp"
#include "programs/mcheck/cli/options.hpp"
#include "programs/mcheck/search/checkpoint.hpp"

namespace mcheck::command::checkpoint_identity_test {
namespace {

// What is given with it, so that the option is accepted.
struct Compared {
  std::string value;
  std::string with{};
};
const std::map<std::string, Compared> kCompared = {
    {"strategy", {"dfs"}},
    {"bound", {"2"}},
    {"memory", {"rc11"}},
    {"orders", {"a.cpp:1:store=release"}},
    {"spurious", {"1"}},
    {"timeouts", {"off"}},
    {"exit-status", {"any"}},
    {"nondet", {"0..1"}},
    {"points", {"all"}},
    {"races", {"ignore"}},
    {"suppressions", {"@file"}},
    {"schedule", {"@file"}},
    {"quantifier", {"for_some"}},
    {"progress", {"lock-free"}},
    {"endless", {"allow"}},
    {"leaks", {"ignore"}},
    {"misuse", {"strict"}},
    {"reuse", {"choice"}},
    {"symmetry", {"off", "--strategy=states"}},
    {"seed", {"7"}},
    {"depth", {"2"}},
    {"keep-going", {""}},
    {"steps", {"500"}},
    {"fail-at-steps", {""}},
    {"final-states", {""}},
};

const std::map<std::string, const char*> kNotCompared = {
    {"test", "it is in the schedule that the search begins with, which is compared"},
    {"executions", "limits this run of the command"},
    {"time", "limits this run of the command"},
    {"stop-after", "when it stops: compared is whether that is at the first failure"},
    {"patience", "limits a step: what runs into it is incomplete"},
    {"backtrack", "how executions are run"},
    {"isolate", "how executions are run"},
    {"jobs", "how executions are run"},
    {"minimise", "after the search"},
    {"checkpoint", "the file itself"},
    {"json", "a report"},
    {"junit", "a report"},
    {"sarif", "a report"},
    {"markdown", "a report"},
    {"annotations", "a report"},
    {"draw", "a report"},
    {"tree", "a report"},
    {"html", "a report"},
    {"full", "a report"},
    {"quiet", "a report"},
    {"verbose", "a report"},
    {"color", "a report"},
};

std::string identity_with(const std::vector<std::string>& options) {
  std::vector<std::string> words = {"explore", "/bin/true"};
  words.insert(words.end(), options.begin(), options.end());
  const auto line = read_command_line(words, [](const char*) -> const char* { return nullptr; });
  REQUIRE(std::holds_alternative<CommandLine>(line));
  return search_identity(interpret(std::get<CommandLine>(line)), {}).dump();
}

TEST_CASE("a checkpoint compares each option that changes the search") {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("mcheck-compared-" + std::to_string(getpid()));
  for (const OptionSpec& option : kOptions) {
    if ((option.commands & kInExplore) == 0) continue;
    INFO("--" << option.name);
    const auto known = kCompared.find(option.name);
    CHECK((known != kCompared.end()) != kNotCompared.contains(option.name));
    if (known == kCompared.end()) continue;
    std::vector<std::string> words;
    if (!known->second.with.empty()) words.push_back(known->second.with);
    const std::string without = identity_with(words);
    const std::string value = known->second.value == "@file" ? file.string() : known->second.value;
    std::ofstream(file.string()) << "race:one\n";
    words.push_back(std::string("--") + option.name + (value.empty() ? "" : "=" + value));
    const std::string with = identity_with(words);
    CHECK(with != without);
    if (known->second.value != "@file") continue;
    std::ofstream(file.string()) << "race:two\n";
    CHECK(identity_with(words) != with);
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace mcheck::command::checkpoint_identity_test
