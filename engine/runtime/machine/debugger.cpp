// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/debugger.hpp"

#include <string>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/steps/run.hpp"

MCHECK_HOST_STATE volatile std::uint64_t mcheck_debugged = 0;
MCHECK_HOST_STATE mcheck::DebuggerView mcheck_debugger_view;

namespace {

// Keeps the functions from being removed or merged, and the view written before they are called.
MCHECK_HOST_STATE volatile std::uint64_t last_thread_count = 0;
MCHECK_HOST_STATE volatile std::uint64_t failures = 0;
MCHECK_HOST_STATE volatile std::uint64_t ends = 0;

}  // namespace

extern "C" [[gnu::noinline]] void mcheck_debugger_switch() {
  last_thread_count = mcheck_debugger_view.count;
}
extern "C" [[gnu::noinline]] void mcheck_debugger_failure() { failures = failures + 1; }
extern "C" [[gnu::noinline]] void mcheck_debugger_end() { ends = ends + 1; }

namespace mcheck {
namespace {

struct ShownThread {
  std::string name;
  std::string pending;
  std::string waits;
};

// The storage that the view points to.
struct Shown {
  std::vector<ShownThread> texts;
  std::vector<DebuggedThread> threads;
  std::string kind;
  std::string message;
};

MCHECK_HOST_STATE Shown* shown = nullptr;

const char* status_text(ThreadRecord::Status status) {
  switch (status) {
    case ThreadRecord::Status::kNew: return "has not begun";
    case ThreadRecord::Status::kReady: return "ready";
    case ThreadRecord::Status::kFinished: return "finished";
    case ThreadRecord::Status::kStopped: return "stopped";
  }
  return "";
}

ShownThread texts_of(const Execution& execution, const ThreadRecord& record) {
  ShownThread texts{.name = execution.thread_text(record.id), .pending = {}, .waits = {}};
  if (record.status != ThreadRecord::Status::kReady) return texts;
  texts.pending = name_of(record.pending);
  const ObjectId object = record.pending.object;
  if (object != kNoObject) texts.pending += " `" + execution.object_text(record.pending) + "`";
  if (execution.enabled(record) == 0) {
    texts.waits = describe_blocked(execution, record).substr(texts.name.size() + 1);
  }
  return texts;
}

void fill_view(const Execution& execution, const ResumedThread& now) {
  if (shown == nullptr) shown = new Shown;
  shown->texts.clear();
  shown->threads.clear();
  for (const ThreadRecord& record : execution.threads()) {
    shown->texts.push_back(texts_of(execution, record));
  }
  for (const ThreadRecord& record : execution.threads()) {
    const ShownThread& texts = shown->texts[shown->threads.size()];
    shown->threads.push_back(
        {.name = texts.name.c_str(),
         .status = status_text(record.status),
         .pending = texts.pending.c_str(),
         .waits = texts.waits.c_str(),
         .id = index(record.id),
         .stack = reinterpret_cast<std::uint64_t>(now.stack_of(now.machine, record.id))});
  }
  mcheck_debugger_view = {.running = index(now.thread),
                          .trying = now.trying ? 1U : 0U,
                          .steps = execution.events().size(),
                          .preemptions = execution.preemptions(),
                          .count = shown->threads.size(),
                          .threads = shown->threads.data(),
                          .kind = shown->kind.c_str(),
                          .message = shown->message.c_str()};
}

}  // namespace

void show_to_debugger(const Execution& execution, const ResumedThread& now) {
  fill_view(execution, now);
  mcheck_debugger_switch();
}

void show_to_debugger(const Execution& execution, const ResumedThread& now,
                      const Failure& failure) {
  fill_view(execution, now);
  shown->kind = name_of(failure.kind);
  shown->message = failure.message;
  mcheck_debugger_view.kind = shown->kind.c_str();
  mcheck_debugger_view.message = shown->message.c_str();
  mcheck_debugger_end();
}

}  // namespace mcheck
