// SPDX-License-Identifier: MIT
#include "engine/host/search/divergence_text.hpp"

#include <x86intrin.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "dpor/replay.hpp"
#include "engine/host/names/symbolizer.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/memory/regions/thread_region.hpp"
#include "engine/runtime/verdict/nondeterminism.hpp"
#include "engine/search/driver/difference.hpp"

namespace mcheck {
namespace {

std::string location_text(const Backtrace& frames) {
  Symbolizer symbolizer;
  symbolizer.add(frames);
  symbolizer.resolve();
  const SourceLocation location = symbolizer.user_location(frames);
  if (location.file.empty()) return "";
  return location.file.substr(location.file.rfind('/') + 1) + ":" + std::to_string(location.line);
}

Word nanoseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<Word>(now.tv_sec) * 1'000'000'000 + static_cast<Word>(now.tv_nsec);
}

// Within an hour of now, by some clock and unit, or within a minute of the cycle counter. Small
// numbers are no times.
bool is_time(Word value) {
  const Word cycles = __rdtsc();
  constexpr Word kMinuteOfCycles = Word{60} * 4'000'000'000;
  if (value > kMinuteOfCycles && value < cycles && cycles - value < kMinuteOfCycles) return true;
  for (const clockid_t clock : {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME}) {
    const Word now = nanoseconds(clock);
    for (const Word unit : {Word{1}, Word{1'000}, Word{1'000'000}, Word{1'000'000'000}}) {
      const Word there = now / unit;
      const Word hour = Word{3'600'000'000'000} / unit;
      const Word distance = there > value ? there - value : value - there;
      if (value > 100'000'000 && distance < hour) return true;
    }
  }
  return false;
}

bool is_address(Word value) {
  if (in_program_memory(reinterpret_cast<const void*>(value))) return true;
  const Word high = value >> 40;
  return high == 0x7f || high == 0x55 || high == 0x56;
}

// Where two events of one kind differ: in what they wrote, or else in what they returned.
std::pair<Word, Word> values_of(const Event& was, const Event& is) {
  if (was.operation.a != is.operation.a) return {was.operation.a, is.operation.a};
  if (was.operation.b != is.operation.b) return {was.operation.b, is.operation.b};
  return {was.result, is.result};
}

std::string likely_cause(const Event& was, const Event& is) {
  if (was.operation.kind != is.operation.kind || was.operation.object != is.operation.object) {
    return "the thread does something else: what it does depends on more than the schedule";
  }
  const auto [first, then] = values_of(was, is);
  if (is_time(first) && is_time(then)) return "the values are times: a clock is read";
  if (is_address(first) && is_address(then)) {
    return "the values are addresses, which change from run to run: of libraries, or of their "
           "memory";
  }
  return "the values differ: a random number, or something that the last execution left behind";
}

std::size_t os_threads() {
  std::error_code ignored;
  std::size_t count = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    count += task.is_directory() ? 1 : 0;
  }
  return count;
}

// Where the first different operation is in the source, from another run of the schedule.
std::string location_of(Machine& machine, Execution& execution, const options& how,
                        const Divergence& difference) {
  if (!difference.is && !difference.was) return "";
  const Event event = difference.is ? *difference.is : *difference.was;
  Replay again(choices_of(execution));
  machine.capture_locations(true);
  (void)run_once(machine, execution, again, how, {}, nullptr);
  std::string text = location_text(machine.location_of(event.thread, event.index));
  machine.capture_locations(false);
  return text;
}

}  // namespace

std::vector<std::string> likely_sources(const Divergence& difference) {
  std::vector<std::string> lines;
  if (difference.was && difference.is) {
    lines.push_back(likely_cause(*difference.was, *difference.is));
  }
  for (const NondeterministicCall& question : nondeterministic_calls()) {
    const std::string location = location_text(question.from);
    lines.push_back("the program " + std::string(question.what) + ": " + question.function +
                    (location.empty() ? "" : ", at " + location));
  }
  if (const std::size_t threads = os_threads(); threads > 1) {
    lines.push_back("the process has " + std::to_string(threads - 1) +
                    " more threads of the system, which mcheck does not schedule");
  }
  return lines;
}

std::string divergence_text(Machine& machine, Execution& execution, const options& how,
                            const Divergence& difference) {
  const std::string location = location_of(machine, execution, how, difference);
  std::string text = "step " + std::to_string(difference.step + 1) +
                     " differed when the same schedule was run again";
  text += "\n  first  " + difference.before + "\n  then   " + difference.now;
  if (!location.empty()) text += "\n  where  " + location;
  for (const std::string& line : likely_sources(difference)) text += "\n  likely " + line;
  return text;
}

std::optional<Divergence> run_twice(Machine& machine, Execution& execution, const options& how,
                                    const std::vector<std::uint16_t>& chosen) {
  Replay first(chosen);
  (void)run_once(machine, execution, first, how, {}, nullptr);
  const std::vector<Event> before(execution.events().begin(), execution.events().end());
  Replay second(chosen);
  (void)run_once(machine, execution, second, how, {}, nullptr);
  if (std::ranges::equal(execution.events(), before, same_event)) return std::nullopt;
  return first_difference(execution, 0, before);
}

std::string explain_difference(Machine& machine, Execution& execution, const options& how) {
  const auto difference = run_twice(machine, execution, how, choices_of(execution));
  if (difference) return "\n" + divergence_text(machine, execution, how, *difference);
  std::string lines;
  for (const std::string& line : likely_sources({})) lines += "\n  likely " + line;
  return lines;
}

}  // namespace mcheck
