// SPDX-License-Identifier: MIT
// mcheck checks itself: the flight recorder, with the command's Recorder as the reader. A recording
// of a running program contains choices that were made; one of a dead program contains all of them;
// and every request for a shard is answered.
//
// Two processes share the memory, where it is volatile and nothing is a race. Here both are threads
// at one address, so races are ignored (--races ignore --points all).
#include "programs/mcheck/supervise/recorder.hpp"

#include <cassert>
#include <thread>

namespace {

using mcheck::FlightRecord;

constexpr std::uint16_t kFirst = 7;  // the choices: 7, 8 …
constexpr std::uint32_t kChoices = 2;

void record(FlightRecord& record, std::uint32_t step) {
  record.chosen[step] = static_cast<std::uint16_t>(kFirst + step);
  record.length = step + 1;
  record.heartbeat = record.heartbeat + 1;
}

void check_recording(const mcheck::command::Recording& recording) {
  assert(recording.chosen.size() <= kChoices);
  for (std::size_t i = 0; i < recording.chosen.size(); ++i)
    assert(recording.chosen[i] == kFirst + i);
}

}  // namespace

int main() {
  mcheck::command::Recorder recorder;
  FlightRecord* const program = recorder.record_;  // (-fno-access-control)
  int shards_given = 0;
  std::thread running([&] {
    for (std::uint32_t step = 0; step < kChoices; ++step) {
      record(*program, step);
      if (program->give_shard == 0) continue;
      program->give_shard = 0;
      ++shards_given;
    }
  });
  recorder.request_shard(true);
  check_recording(recorder.recording());
  running.join();
  check_recording(recorder.recording());
  assert(recorder.recording().chosen.size() == kChoices);
  assert(recorder.heartbeat() == kChoices);
  assert(shards_given == (recorder.is_shard_requested() ? 0 : 1));
  return 0;
}
