// SPDX-License-Identifier: MIT
#include "programs/mcheck/cli/synth_options.hpp"

#include "programs/mcheck/cli/option_reader.hpp"

namespace mcheck::command {

void read_synth(const OptionReader& reader, SynthOptions& synth) {
  synth.class_name = reader.text("class");
  synth.oracle = reader.one_of<Oracle>("oracle",
                                       {{"all", Oracle::kAll},
                                        {"failures", Oracle::kFailures},
                                        {"races", Oracle::kRaces},
                                        {"linearizability", Oracle::kLinearizability}},
                                       Oracle::kAll);
  synth.condition = reader.one_of<consistency>("consistency",
                                               {{"linearizable", consistency::linearizable},
                                                {"sequential", consistency::sequential},
                                                {"quiescent", consistency::quiescent}},
                                               consistency::linearizable);
  synth.reference = reader.text("reference");
  reader.whole("tests", {.least = 1}, "1000", synth.tests);
  reader.seconds("time", "30s", synth.seconds);
  synth.replays = reader.flag("replay");
  synth.test_as = reader.one_of<TestFramework>("as",
                                               {{"main", TestFramework::kMain},
                                                {"catch2", TestFramework::kCatch2},
                                                {"gtest", TestFramework::kGtest}},
                                               TestFramework::kMain);
  synth.classify = reader.flag("classify");
  synth.compile_commands = reader.text("compile-commands");
}

}  // namespace mcheck::command
