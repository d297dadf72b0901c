// SPDX-License-Identifier: MIT
#include "engine/host/report/thread_ends.hpp"

#include "engine/search/steps/run.hpp"

namespace mcheck {
namespace {

void set_location(const ReportLocations& locations, const Backtrace& stack, ThreadEnd& end) {
  const SourceLocation location = locations.location(stack);
  end.all_frames = locations.all_frames(stack);
  end.file = location.file;
  end.line = location.line;
  end.function = location.function;
}

void set_wait(const Execution& execution, const ThreadRecord& record, ThreadEnd& end) {
  end.state = execution.enabled(record) > 0 ? "ready" : "blocked";
  end.operation = name_of(record.pending);
  end.object = record.pending.kind == Kind::kJoin
                   ? execution.thread_text(ThreadId(record.pending.a))
                   : execution.object_text(record.pending);
  const ThreadSet holders = holders_for(execution, record);
  for (unsigned i = 0; i < holders.size(); ++i) {
    end.holders.push_back(execution.thread_text(holders.at(i)));
  }
}

}  // namespace

std::vector<ThreadEnd> report_thread_ends(const Execution& execution, const Machine& machine,
                                          const Failure& failure,
                                          const ReportLocations& locations) {
  std::vector<ThreadEnd> ends;
  for (const ThreadRecord& record : execution.threads()) {
    ThreadEnd& end = ends.emplace_back();
    end.thread = execution.thread_text(record.id);
    if (record.status == ThreadRecord::Status::kFinished) {
      end.state = "finished";
      continue;
    }
    const bool failed = !is_execution_wide(failure.kind) && record.id == failure.thread;
    if (failed) {
      end.state = "failed";
      set_location(locations, machine.failure_location(), end);
      if (!end.file.empty()) continue;
    } else {
      set_wait(execution, record, end);
    }
    // A thread stands at its pending operation, or, if it failed outside of one, at its last.
    const std::uint32_t at = failed && record.events > 0 ? record.events - 1 : record.events;
    set_location(locations, machine.location_of(record.id, at), end);
  }
  return ends;
}

}  // namespace mcheck
