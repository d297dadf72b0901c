// SPDX-License-Identifier: MIT
// The program's main is the test. The engine runs it repeatedly, with its arguments, on the first
// thread of the program memory. Its return value is passed to exit.
#include "engine/intercept/program/program_entry.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <mcheck/program.hpp>

#include "engine/base/host_state.hpp"
#include "engine/host/process/session.hpp"
#include "engine/host/process/start.hpp"
#include "engine/intercept/determinism/clocks.hpp"
#include "engine/intercept/examination/interception_check.hpp"
#include "engine/intercept/examination/program_code.hpp"
#include "engine/intercept/examination/program_examination.hpp"
#include "engine/intercept/examination/redefined_names.hpp"
#include "engine/intercept/program/simulations.hpp"
#include "engine/memory/snapshots/program_memory.hpp"
#include "engine/memory/startup/entry.hpp"
#include "engine/memory/startup/multithreaded.hpp"
#include "engine/platform/processor/processor.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/search/weak_memory/weak_memory.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE Main program_main = nullptr;
MCHECK_HOST_STATE const char* program_path = "";
MCHECK_HOST_STATE constinit std::optional<detail::Registration> whole_program;

// Until the end of the process, which may come after the end of main.
MCHECK_PROGRAM_STATE char** volatile main_arguments = nullptr;

// argv, with its null at the end. The program may change it and what it points to, and may drop an
// argument: so all lies in one block of its memory.
char** make_arguments(const std::vector<std::string>& texts) {
  const auto argument = [&texts](std::size_t i) -> std::string_view {
    return i == 0 ? std::string_view(program_path) : texts[i - 1];
  };
  const std::size_t count = texts.size() + 1;
  std::size_t bytes = (count + 1) * sizeof(char*);
  for (std::size_t i = 0; i < count; ++i) bytes += argument(i).size() + 1;
  char** const argv = static_cast<char**>(std::calloc(bytes, 1));
  char* text = reinterpret_cast<char*>(argv + count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    argv[i] = text;
    text = std::ranges::copy(argument(i), text).out + 1;
  }
  return argv;
}

void run_main() {
  main_arguments = make_arguments(arguments());
  require_simulation();
  const int code =
      program_main(static_cast<int>(arguments().size()) + 1, main_arguments, __environ);
  clear_deep_stack();
  std::exit(code);
}

// libstdc++'s table of waiting threads (std::__detail::__waiter_pool_base::_S_for), if the program
// has it: 16 entries of two cache lines.
extern "C" [[gnu::weak]] const char waiter_pool[] __asm__(
    "_ZZNSt8__detail18__waiter_pool_base6_S_forEPKvE3__w");
constexpr std::size_t kWaiterPoolBytes = std::size_t{16} * 2 * 64;

int explore_main(Main main, int count, char** argv, char**) {
  program_main = main;
  program_path = count > 0 ? argv[0] : "program";
  activate_redefined_names();
  register_examination();
  mark_process_multithreaded();
  ProgramMemory::include_libraries();
  check_frees_by_program();
  register_thread_clocks();
  if (waiter_pool != nullptr) act_on_newest_versions_in(waiter_pool, kWaiterPoolBytes);
  if (!register_simulations(main, count, argv, run_main)) {
    whole_program.emplace("main", run_main, "the program's main()");
  }
  return start_host(count, argv);
}

// Runs before the program's own static initialisers, which are a part of the test.
[[gnu::constructor(102)]] void intercept_main() {
  set_unmodified();
  const char* pass_through = std::getenv("MCHECK_PASS_THROUGH");
  if (pass_through != nullptr && *pass_through == '1' && !called_by_command()) set_pass_through();
  replace_main(explore_main);
}

}  // namespace

void register_instrumented_file() {
  count_instrumented_file();
  intercept_main();
}

}  // namespace mcheck
