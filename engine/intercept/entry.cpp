// SPDX-License-Identifier: MIT
// The program's main is the test. The engine runs it repeatedly, with its arguments, on the first
// thread of the program memory. Its return value is passed to exit.
#include "engine/intercept/entry.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

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

// Until the end of the process, which may come after the end of main.
MCHECK_WORLD_STATE char** volatile words_of_main = nullptr;

// argv, with its null at the end. The program may change it and what it points to, and may drop an
// argument: so all lies in one block of its memory.
char** make_words(const std::vector<std::string>& given) {
  const auto word = [&given](std::size_t i) -> std::string_view {
    return i == 0 ? std::string_view(own_path) : given[i - 1];
  };
  const std::size_t count = given.size() + 1;
  std::size_t bytes = (count + 1) * sizeof(char*);
  for (std::size_t i = 0; i < count; ++i) bytes += word(i).size() + 1;
  char** const words = static_cast<char**>(std::calloc(bytes, 1));
  char* text = reinterpret_cast<char*>(words + count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    words[i] = text;
    text = std::ranges::copy(word(i), text).out + 1;
  }
  return words;
}

void run_main() {
  words_of_main = make_words(arguments());
  require_simulation();
  const int code = program_main(static_cast<int>(arguments().size()) + 1, words_of_main, __environ);
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

// Runs before the program's own static initialisers, which are a part of the test.
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
