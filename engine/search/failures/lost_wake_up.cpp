// SPDX-License-Identifier: MIT
#include "engine/search/failures/lost_wake_up.hpp"

namespace mcheck {
namespace {

bool waits_for_notify(const ThreadRecord& record) {
  const Kind kind = record.pending.kind;
  return record.status == ThreadRecord::Status::kReady &&
         (kind == Kind::kAwaken || kind == Kind::kLeave);
}

bool is_notify(const Event& event, ObjectId object) {
  const Kind kind = event.operation.kind;
  return event.operation.object == object && (kind == Kind::kNotifyOne || kind == Kind::kNotifyAll);
}

bool begins_wait(const Event& event, ObjectId object) {
  const Kind kind = event.operation.kind;
  return event.operation.object == object && (kind == Kind::kEnqueue || kind == Kind::kAtomicWait);
}

// The thread ran between the notify and its wait, and could have noticed the change.
bool could_have_noticed(const Event& event, ObjectId object, ObjectId mutex) {
  if (event.operation.object == object) return event.version_after != kNone;
  return event.operation.kind == Kind::kUnlock && event.operation.object == mutex;
}

// A thread that waits for an atomic to change keeps waiting if it has not.
bool would_have_woken(const Execution& execution, const Event& notify, const Event& wait) {
  if (wait.operation.kind != Kind::kAtomicWait) return true;
  return execution.versions()[notify.version_before].value != wait.operation.a;
}

struct Lost {
  const Event* notify = nullptr;
  const Event* wait = nullptr;
};

// Backwards from the end: the wait, then the newest notify before it.
Lost find(const Execution& execution, const ThreadRecord& waiting) {
  const ObjectId object = waiting.pending.object;
  const std::span<const Event> events = execution.events();
  Lost lost;
  ObjectId mutex = kNoObject;
  for (std::size_t i = events.size(); i > 0; --i) {
    const Event& event = events[i - 1];
    const bool own = event.thread == waiting.id;
    if (lost.wait == nullptr) {
      if (!own || !begins_wait(event, object)) continue;
      lost.wait = &event;
      const bool with_mutex = event.operation.kind == Kind::kEnqueue;
      if (with_mutex) mutex = ObjectId(event.operation.a);
    } else if (own && could_have_noticed(event, object, mutex)) {
      return {};
    } else if (!own && is_notify(event, object)) {
      const bool received = event.version_after != kNone;
      if (received || !would_have_woken(execution, event, *lost.wait)) return {};
      lost.notify = &event;
      return lost;
    }
  }
  return {};
}

}  // namespace

std::string lost_wake_up(const Execution& execution) {
  for (const ThreadRecord& record : execution.threads()) {
    if (!waits_for_notify(record)) continue;
    const Lost lost = find(execution, record);
    if (lost.notify == nullptr) continue;
    return "; the " + std::string(name_of(lost.notify->operation)) + " by " +
           execution.thread_text(lost.notify->thread) + " came before " +
           execution.thread_text(record.id) + " waited, and no thread received it";
  }
  return "";
}

}  // namespace mcheck
