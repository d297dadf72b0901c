// SPDX-License-Identifier: MIT
#include "engine/host/names/value_text.hpp"

#include <cinttypes>
#include <cstdio>

namespace mcheck {
namespace {

std::string change_text(const Execution& execution, const Event& event, AddressNames& addresses) {
  const auto versions = execution.versions();
  const unsigned bytes = event.operation.bytes;
  const Version& read = versions[event.version_before];
  const bool atomic = execution.find_object(event.operation.object)->kind == ObjectKind::kAtomic;
  std::string before =
      atomic && read.extra == kUnwritten ? "unset" : word_text(read.value, bytes, addresses);
  if (event.version_after == kNone) return before;
  return before + " → " + word_text(versions[event.version_after].value, bytes, addresses);
}

}  // namespace

std::string word_text(Word word, unsigned bytes, AddressNames& addresses) {
  if (bytes == sizeof word) {
    std::string address = addresses.name(word);
    if (!address.empty()) return address;
  }
  char text[32];
  const unsigned bits = 8 * (bytes == 0 || bytes > 8 ? 8 : bytes);
  const Word top = Word{1} << (bits - 1);
  if ((word & top) != 0 && bits >= 16) {
    const Word magnitude = (~word + 1) & (bits == 64 ? ~Word{0} : (Word{1} << bits) - 1);
    if (magnitude < (Word{1} << (bits - 2))) {
      std::snprintf(text, sizeof text, "-%" PRIu64, magnitude);
      return text;
    }
  }
  std::snprintf(text, sizeof text, word > 0xffffffffffull ? "0x%" PRIx64 : "%" PRIu64, word);
  return text;
}

std::string value_text(const Execution& execution, const Event& event, AddressNames& addresses) {
  const Operation& operation = event.operation;
  const ObjectRecord* const object = execution.find_object(operation.object);
  if (object != nullptr && object->is_bytes) return "";  // the bytes are unknown
  if (event.misuse == Misuse::kReadsUnwritten) return "unset";
  switch (operation.kind) {
    case Kind::kLoad:
    case Kind::kRead: return word_text(event.result, operation.bytes, addresses);
    case Kind::kAwait:
      if (object != nullptr && is_mutex(object->kind)) return "";
      return word_text(event.result, operation.bytes, addresses);
    case Kind::kStore:
    case Kind::kWrite:
    case Kind::kFetch:
    case Kind::kAcquire:
    case Kind::kTryAcquire:
    case Kind::kRelease:
    case Kind::kCountDown:
      return event.failed ? "failed" : change_text(execution, event, addresses);
    case Kind::kArrive: return (event.result & 1) != 0 ? "the last" : "";
    case Kind::kCompareExchange:
      if (!event.failed) return change_text(execution, event, addresses);
      // The other bits, if any, say which version it read.
      if ((event.label & 1) != 0) return "failed for no reason";
      return "is " + word_text(event.result, operation.bytes, addresses) + ", not " +
             word_text(operation.a, operation.bytes, addresses);
    case Kind::kLock:
    case Kind::kLockShared:
    case Kind::kTryLock:
    case Kind::kTryLockShared:
      if (!event.failed) return "";
      return event.label == 1         ? "failed for no reason"
             : operation.may_time_out ? "timed out"
                                      : "failed";
    case Kind::kAtomicWait: return event.result == 1 ? "no need to wait" : "";
    case Kind::kLeave:
      if (!event.failed) return "woken";
      return operation.may_time_out ? "timed out" : "for no reason";
    case Kind::kNotifyOne:
      return event.result == 0 ? "no thread waits"
                               : "wakes " + execution.thread_text(ThreadId(event.result - 1));
    case Kind::kNotifyAll:
      return event.result == 0 ? "no thread waits" : "wakes " + std::to_string(event.result);
    case Kind::kOnceEnter: return event.result == 1 ? "runs it" : "was run";
    case Kind::kTryWait:
    case Kind::kEventPoll: return event.result == 1 ? "ready" : "not ready";
    case Kind::kChoose:
      return std::to_string(event.result) + " of 0…" + std::to_string(operation.a - 1);
    case Kind::kSpawn: return execution.thread_text(ThreadId(event.result));
    case Kind::kJoin: return execution.thread_text(ThreadId(operation.a));
    default: return "";
  }
}

}  // namespace mcheck
