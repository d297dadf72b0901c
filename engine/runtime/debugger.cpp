// SPDX-License-Identifier: MIT
#include "engine/runtime/debugger.hpp"

#include <string>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/search/execution.hpp"

MCHECK_HOST_STATE volatile std::uint64_t mcheck_debugged = 0;
MCHECK_HOST_STATE mcheck::DebuggerView mcheck_debugger_view;

namespace {

// What keeps the two functions there, and apart, and the view written before.
MCHECK_HOST_STATE volatile std::uint64_t switched_among = 0;
MCHECK_HOST_STATE volatile std::uint64_t failures = 0;

}  // namespace

extern "C" [[gnu::noinline]] void mcheck_debugger_switch() {
  switched_among = mcheck_debugger_view.count;
}
extern "C" [[gnu::noinline]] void mcheck_debugger_failure() { failures = failures + 1; }

namespace mcheck {
namespace {

struct Shown {
  std::vector<std::string> names;
  std::vector<DebuggedThread> threads;
};

MCHECK_HOST_STATE Shown* shown = nullptr;

const char* status_text(ThreadRecord::Status status) {
  switch (status) {
    case ThreadRecord::Status::kNew: return "new";
    case ThreadRecord::Status::kReady: return "ready";
    case ThreadRecord::Status::kFinished: return "finished";
    case ThreadRecord::Status::kStopped: return "stopped";
  }
  return "";
}

}  // namespace

void show_to_debugger(const Execution& execution, const GoingOn& now) {
  if (shown == nullptr) shown = new Shown;
  shown->names.clear();
  shown->threads.clear();
  for (const ThreadRecord& record : execution.threads()) {
    shown->names.push_back(execution.thread_text(record.id));
  }
  for (const ThreadRecord& record : execution.threads()) {
    const bool ready = record.status == ThreadRecord::Status::kReady;
    shown->threads.push_back(
        {.name = shown->names[shown->threads.size()].c_str(),
         .status = status_text(record.status),
         .pending = ready ? name_of(record.pending) : "",
         .id = index(record.id),
         .stack = reinterpret_cast<std::uint64_t>(now.stack_of(now.machine, record.id))});
  }
  mcheck_debugger_view = {.running = index(now.thread),
                          .trying = now.trying ? 1U : 0U,
                          .steps = execution.events().size(),
                          .preemptions = execution.preemptions(),
                          .count = shown->threads.size(),
                          .threads = shown->threads.data()};
  mcheck_debugger_switch();
}

}  // namespace mcheck
