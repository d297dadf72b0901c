// SPDX-License-Identifier: MIT
// The program's main is the test: it is run again and again, with its arguments, on the first
// thread of the world. What it returns is what it passes to exit.
#include "engine/intercept/entry.hpp"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include <mcheck/program.hpp>

#include "engine/base/host_state.hpp"
#include "engine/host/session.hpp"
#include "engine/host/start.hpp"
#include "engine/intercept/blocks.hpp"
#include "engine/intercept/canary.hpp"
#include "engine/intercept/clocks.hpp"
#include "engine/intercept/examination.hpp"
#include "engine/intercept/simulations.hpp"
#include "engine/intercept/taken_names.hpp"
#include "engine/platform/processor.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/world/entry.hpp"
#include "engine/world/several_threads.hpp"
#include "engine/world/world.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE Main program_main = nullptr;
MCHECK_HOST_STATE const char* own_path = "";

char* copied(const char* text) {
  const std::size_t size = std::strlen(text) + 1;
  return static_cast<char*>(std::memcpy(std::malloc(size), text, size));
}

// Main may end, and not the process.
MCHECK_WORLD_STATE char** volatile words_of_main = nullptr;

// The words are the program's to change, so they lie in its memory, and stay to the end.
void run_main() {
  const std::vector<std::string>& given = arguments();
  char** volatile words = static_cast<char**>(std::calloc(given.size() + 2, sizeof(char*)));
  words[0] = copied(own_path);
  for (std::size_t i = 0; i < given.size(); ++i) words[i + 1] = copied(given[i].c_str());
  words_of_main = words;
  require_simulation();
  const int code = program_main(static_cast<int>(given.size()) + 1, words, __environ);
  sweep_stack_far();
  std::exit(code);
}

int explore_instead(Main main, int count, char** words, char**) {
  program_main = main;
  own_path = count > 0 ? words[0] : "program";
  give_taken_names();
  examine_unmodified();
  pretend_several_threads();
  World::cover_libraries();
  watch_memory();
  tell_own_time();
  if (!register_simulations(main, count, words, run_main)) {
    new detail::Registration("main", run_main, "the program's main()");
  }
  return start_host(count, words);
}

// Before the program's own static initialisers, which are a part of the test.
[[gnu::constructor(102)]] void take_main() {
  take_unmodified();
  const char* once = std::getenv("MCHECK_PASS_THROUGH");
  if (once != nullptr && *once == '1' && !called_by_command()) take_pass_through();
  call_instead_of_main(explore_instead);
}

}  // namespace

void enter_instrumented_file() {
  count_instrumented_file();
  take_main();
}

}  // namespace mcheck
