// SPDX-License-Identifier: MIT
#include "engine/host/told_ends.hpp"

#include "engine/search/run.hpp"

namespace mcheck {
namespace {

void put_place(const ToldPlaces& places, const Backtrace& stack, ThreadEnd& end) {
  const SourcePlace place = places.place(stack);
  end.all_frames = places.all_frames(stack);
  end.file = place.file;
  end.line = place.line;
  end.function = place.function;
}

void put_wait(const Execution& execution, const ThreadRecord& record, ThreadEnd& end) {
  end.state = execution.ways(record) > 0 ? "ready" : "blocked";
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

std::vector<ThreadEnd> told_ends(const Execution& execution, const Machine& machine,
                                 const Failure& failure, const ToldPlaces& places) {
  std::vector<ThreadEnd> ends;
  for (const ThreadRecord& record : execution.threads()) {
    ThreadEnd& end = ends.emplace_back();
    end.thread = execution.thread_text(record.id);
    if (record.status == ThreadRecord::Status::kFinished) {
      end.state = "finished";
      continue;
    }
    const bool failed = !is_of_nobody(failure.kind) && record.id == failure.thread;
    if (failed) {
      end.state = "failed";
      put_place(places, machine.failure_place(), end);
      if (!end.file.empty()) continue;
    } else {
      put_wait(execution, record, end);
    }
    // A thread stands at its pending operation, or, if it failed outside of one, at its last.
    const std::uint32_t at = failed && record.events > 0 ? record.events - 1 : record.events;
    put_place(places, machine.place_of(record.id, at), end);
  }
  return ends;
}

}  // namespace mcheck
