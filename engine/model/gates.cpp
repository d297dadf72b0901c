// SPDX-License-Identifier: MIT
// The functions behind <mcheck/gates.hpp>. In static initialisers, where no thread of the program
// runs, nothing waits.
#include <mcheck/gates.hpp>

#include <algorithm>
#include <string>
#include <string_view>

#include <mcheck/detail/threads.hpp>
#include <mcheck/events.hpp>

#include "engine/runtime/machine/blocking_watch.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/verdict/quantifier_request.hpp"
#include "engine/runtime/verdict/schedule_notes.hpp"

namespace mcheck {
namespace {

std::string quoted(const detail::Object& condition) {
  return "the condition `" + std::string(condition.name) + "`";
}

// Whether another gate of that name exists now.
bool has_namesake(const detail::Object& gate) {
  const Execution& execution = Machine::current()->execution();
  for (std::uint32_t i = 1; i < execution.identities().object_limit(); ++i) {
    const ObjectRecord* const other = execution.find_object(ObjectId{i});
    const bool is_gate = other != nullptr && other->alive && other->kind == ObjectKind::kGate;
    if (is_gate && other->address != &gate && other->name != nullptr &&
        std::string_view(other->name) == gate.name)
      return true;
  }
  return false;
}

// REQUIRES: a detail::Openings.
ObjectId identify_openings(detail::Object& gate) {
  const bool is_gate = static_cast<const detail::Openings&>(gate).is_gate();
  return identify_gate(gate, is_gate ? ObjectKind::kGate : ObjectKind::kOrderedEvent);
}

void note_use(const detail::Object& gate, ScheduleUse::Fact fact) {
  if (!static_cast<const detail::Openings&>(gate).is_gate() || gate.name == nullptr) return;
  note_schedule(fact, gate.name);
  if (note_gate_at(gate.name, &gate) && has_namesake(gate))
    note_schedule(ScheduleUse::Fact::kAmbiguousGate, gate.name);
}

// Looks at what the thread has done since it began to evaluate the condition.
void require_reads_only(const detail::Object& condition, bool retries) {
  Machine& machine = *Machine::current();
  machine.mark_step_uncacheable();
  const ThreadId thread = current_thread();
  const auto events = machine.execution().events();
  bool reads = false;
  for (std::size_t i = events.size(); i > 0; --i) {
    const Event& event = events[i - 1];
    if (event.thread != thread) continue;
    const Kind kind = event.operation.kind;
    const bool begins = kind == Kind::kGateWait && event.operation.a == 0;
    if (kind == Kind::kYield || begins) break;
    if (is_pause(kind)) continue;
    if (event.mode != Mode::kRead || !can_spin(kind)) {
      fail(FailureKind::kMisuse, quoted(condition) + " of a gate changes something, or blocks (" +
                                     name_of(event.operation) + "): it may only read");
    }
    reads = true;
  }
  if (!reads && retries) {
    fail(FailureKind::kMisuse,
         quoted(condition) + " of a gate does not hold, and reads nothing whose changes mcheck " +
             "sees: let it read an atomic, or use --points all --races ignore");
  }
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

// Whether the gate is registered, and so has to end.
bool mcheck_runtime_gate_begin(mcheck::detail::Object* gate) {
  if (!mcheck::on_model_thread()) return false;
  (void)mcheck::identify_openings(*gate);
  return true;
}

void mcheck_runtime_gate_end(mcheck::detail::Object* gate) {
  if (!mcheck::on_model_thread()) return;
  mcheck::forget_blocking_watches(*gate);
  mcheck::retire(*gate, false);
}

void mcheck_runtime_gate_open(mcheck::detail::Object* gate) {
  if (!mcheck::on_model_thread()) return;
  mcheck::note_use(*gate, mcheck::ScheduleUse::Fact::kOpenedGate);
  mcheck::perform({.kind = mcheck::Kind::kGateOpen, .object = mcheck::identify_openings(*gate)});
}

unsigned long mcheck_runtime_gate_arrive(mcheck::detail::Object* gate) {
  if (!mcheck::on_model_thread()) return 0;
  mcheck::note_use(*gate, mcheck::ScheduleUse::Fact::kOpenedGate);
  const mcheck::ObjectId object = mcheck::identify_openings(*gate);
  return mcheck::perform({.kind = mcheck::Kind::kGateOpen, .object = object, .b = 1}).result;
}

void mcheck_runtime_gate_wait(mcheck::detail::Object* gate, unsigned long needed, bool takes) {
  if (needed == 0 || !mcheck::on_model_thread()) return;
  mcheck::note_use(*gate, mcheck::ScheduleUse::Fact::kWaitedGate);
  mcheck::perform({.kind = mcheck::Kind::kGateWait,
                   .object = mcheck::identify_openings(*gate),
                   .a = needed,
                   .b = takes ? 1u : 0u});
}

void mcheck_runtime_when_blocked(mcheck::detail::Object* gate) {
  if (mcheck::on_model_thread()) mcheck::open_when_blocked(*gate);
}

bool mcheck_runtime_thread_is(const char* name, unsigned long size) {
  if (!mcheck::on_model_thread()) return false;
  mcheck::Machine& machine = *mcheck::Machine::current();
  machine.mark_step_uncacheable();
  machine.symmetry().note_identity_used(mcheck::current_thread());
  return machine.execution().thread_text(mcheck::current_thread()) == std::string_view(name, size);
}

void mcheck_runtime_set_quantifier(unsigned char quantifier) {
  if (!mcheck::on_model_thread()) return;
  mcheck::Machine::current()->mark_step_uncacheable();
  mcheck::request_quantifier(static_cast<mcheck::quantifier>(quantifier));
}

void mcheck_runtime_condition_begin(mcheck::detail::Object* condition) {
  if (!mcheck::on_model_thread()) return;
  mcheck::perform({.kind = mcheck::Kind::kGateWait,
                   .object = mcheck::identify_gate(*condition, mcheck::ObjectKind::kGate)});
}

void mcheck_runtime_condition_retry(mcheck::detail::Object* condition) {
  if (!mcheck::on_model_thread()) return;
  mcheck::require_reads_only(*condition, true);
  mcheck::detail::yield_thread();
}

void mcheck_runtime_condition_end(mcheck::detail::Object* condition, bool threw) {
  if (!mcheck::on_model_thread()) return;
  if (threw) {
    mcheck::fail(mcheck::FailureKind::kMisuse,
                 mcheck::quoted(*condition) + " of a gate throws an exception");
  }
  mcheck::require_reads_only(*condition, false);
  mcheck::perform({.kind = mcheck::Kind::kGateOpen,
                   .object = mcheck::identify_gate(*condition, mcheck::ObjectKind::kGate)});
  mcheck::retire(*condition, false);
}
}
// NOLINTEND
