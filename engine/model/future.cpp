// SPDX-License-Identifier: MIT
#include <mcheck/detail/event.hpp>

#include "engine/model/outside_program.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck::detail {
namespace {

constexpr Word kHappened = 2;  // as for once_flag; a wait for set() only needs it not to be 0

ObjectId identify_event(Object& object, bool happened) {
  State first;
  first.value = happened ? kHappened : 0;
  return identify(object, ObjectKind::kEvent, first);
}

}  // namespace

Event::Event(const char* name) : object_(name) {
  if (on_model_thread()) identify_event(object_, false);
}

Event::~Event() { retire(object_, false); }

// Of two threads that race to satisfy a promise the second throws: one operation both tests and
// sets.
bool Event::set() {
  bool first = !happened_;
  if (on_model_thread()) {
    first =
        !perform({.kind = Kind::kEventSet, .object = identify_event(object_, happened_)}).failed;
  }
  happened_ = true;
  return first;
}

bool Event::begin_once() {
  if (!on_model_thread()) return !happened_;
  return perform({.kind = Kind::kOnceEnter, .object = identify_event(object_, happened_)}).result ==
         1;
}

void Event::end_once() {
  if (on_model_thread())
    perform({.kind = Kind::kOnceDone, .object = identify_event(object_, happened_)});
  happened_ = true;
}

void Event::wait() {
  if (on_model_thread()) {
    perform({.kind = Kind::kEventWait, .object = identify_event(object_, happened_)});
  } else if (!happened_) {
    refuse_outside_program("a future that no thread can make ready is waited for");
  }
}

bool Event::wait_in_time() {
  if (!on_model_thread() || timeouts_happen()) return poll();
  wait();
  return true;
}

// While a deferred function runs, the engine's answer would be yes.
bool Event::poll() {
  if (on_model_thread())
    perform({.kind = Kind::kEventPoll, .object = identify_event(object_, happened_)});
  return happened_;
}

}  // namespace mcheck::detail
