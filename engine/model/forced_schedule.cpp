// SPDX-License-Identifier: MIT
#include "engine/model/forced_schedule.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <typeinfo>

#include <mcheck/events.hpp>

#include "engine/base/host_state.hpp"
#include "engine/platform/linking/call_patch.hpp"
#include "engine/runtime/machine/blocking_watch.hpp"
#include "engine/runtime/machine/operation_hook.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/verdict/schedule_notes.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxAlternatives = 16;

struct FileGates {
  std::array<detail::Openings, ForcedSchedule::kMax> gates{};
  std::array<detail::Openings, ForcedSchedule::kMax> times{};
  std::array<detail::Openings, ForcedSchedule::kMax> happened{};
  std::array<detail::Openings, ForcedSchedule::kMax> arrivals{};
  std::array<detail::Openings, kMaxAlternatives> alternatives{};
};
MCHECK_HOST_STATE FileGates file_gates;  // identified by address

struct Forced {
  ForcedSchedule schedule;
  detail::EventOrders orders;
  using EventText = char[detail::kMaxNameBytes];
  std::array<EventText, ForcedSchedule::kMax> names{};
  std::array<EventText, ForcedSchedule::kMax> bare_names{};
  std::array<EventText, kMaxAlternatives> alternative_names{};
  std::optional<detail::ActiveSchedule> active{};
};
MCHECK_HOST_STATE Forced* forced = nullptr;
MCHECK_HOST_STATE bool is_enabled = true;

void set_up(detail::Openings& gate, const char* name) {
  gate.id = kIdentifiedByAddress;
  gate.name = name;
}

void happen(const std::string& event) {
  if (is_enabled && forced->active) forced->active->happen(event.c_str());
}

// Whether the running thread is meant, this time.
bool reaches(std::size_t number) {
  const ForcedAction& action = forced->schedule.actions[number];
  if (!action.thread.empty() &&
      !mcheck_runtime_thread_is(action.thread.c_str(), action.thread.size())) {
    return false;
  }
  if (action.time != 0 && file_gates.times[number].arrive() + 1 != action.time) return false;
  note_schedule(ScheduleUse::Fact::kReachedLocation, action.at);
  return true;
}

void take(const ForcedAction& action) {
  const ForcedGate* gate =
      action.gate < forced->schedule.gates.size() ? &forced->schedule.gates[action.gate] : nullptr;
  detail::Openings& openings = file_gates.gates[action.gate];
  switch (action.kind) {
    case ForcedAction::Kind::kEvent: return happen(action.name);
    case ForcedAction::Kind::kWait: return openings.wait(gate->needed, gate->takes);
    case ForcedAction::Kind::kOpen: return openings.open();
    case ForcedAction::Kind::kArrive:
      return openings.wait((openings.arrive() / gate->needed + 1) * gate->needed);
    case ForcedAction::Kind::kCall: return reinterpret_cast<void (*)()>(action.function)();
    case ForcedAction::Kind::kAssert:
      if (reinterpret_cast<bool (*)()>(action.function)()) return;
      fail(FailureKind::kCheck, action.name + " is false at " + action.at);
  }
}

bool is_thrown(const void* type, const std::string& wanted) {
  struct Question {
    const char* name;
    const std::string& wanted;
    bool answer = false;
  } question{static_cast<const std::type_info*>(type)->name(), wanted};
  const auto ask = [](void* argument) {
    Question& asked = *static_cast<Question*>(argument);
    asked.answer = forced->schedule.is_type(asked.name, asked.wanted);
  };
  call_on_engine_stack(ask, &question);
  return question.answer;
}

void reach_call(unsigned patch, const void* argument) {
  if (!is_enabled || !on_model_thread()) return;
  const unsigned number = patch & ~kThrownTypeIsKnown;
  const ForcedAction& action = forced->schedule.actions[number];
  const bool is_open = !action.thrown.empty() && number == patch;
  if (is_open && !is_thrown(argument, action.thrown)) return;
  if (reaches(number)) take(action);
}

void reach_thread_end() {
  if (!is_enabled || !on_model_thread()) return;
  for (std::size_t i = 0; i < forced->schedule.actions.size(); ++i) {
    const ForcedAction& action = forced->schedule.actions[i];
    if (action.at_thread_end && reaches(i)) take(action);
  }
}

// Gates are no part of the program, and a probe is a part of another operation.
bool is_of_program(Kind kind) {
  return kind != Kind::kGateOpen && kind != Kind::kGateWait && kind != Kind::kProbe;
}

Reply perform_forced(const Operation& operation) {
  if (!is_enabled || !is_of_program(operation.kind)) return perform_hooked(operation);
  if (!forced->schedule.may_be_at(operation)) return perform_hooked(operation);
  std::array<unsigned, ForcedSchedule::kMax> occurrences{};  // of events
  std::uint32_t numbers = match_operation(operation, forced->schedule.actions_at);
  const std::vector<ForcedAction>& actions = forced->schedule.actions;
  for (std::size_t i = 0; numbers >> i != 0; ++i) {
    if ((numbers >> i & 1) == 0) continue;
    if (!reaches(i)) {
      numbers &= ~(std::uint32_t{1} << i);
    } else if (actions[i].kind == ForcedAction::Kind::kEvent) {
      if (forced->active) occurrences[i] = forced->active->wait_to_happen(actions[i].name.c_str());
    } else if (actions[i].kind != ForcedAction::Kind::kOpen) {
      take(actions[i]);
    }
  }
  const Reply reply = perform_hooked(operation);
  for (std::size_t i = 0; numbers >> i != 0; ++i) {
    if ((numbers >> i & 1) == 0) continue;
    if (actions[i].kind == ForcedAction::Kind::kOpen) take(actions[i]);
    const bool is_event = actions[i].kind == ForcedAction::Kind::kEvent;
    if (is_event && forced->active)
      forced->active->announce(actions[i].name.c_str(), occurrences[i]);
  }
  return reply;
}

}  // namespace

bool force_schedule(ForcedSchedule schedule) {
  static_assert(ForcedSchedule::kMax <= detail::EventOrders::kMostNames);
  delete forced;
  forced = new Forced{.schedule = std::move(schedule), .orders = {}};
  const ForcedSchedule& given = forced->schedule;
  if (given.gates.size() > ForcedSchedule::kMax || given.actions.size() > ForcedSchedule::kMax)
    return false;
  for (std::size_t i = 0; i < given.gates.size(); ++i) {
    std::construct_at(&file_gates.gates[i], given.gates[i].name.c_str());
    set_up(file_gates.gates[i], given.gates[i].name.c_str());
  }
  for (std::size_t i = 0; i < given.actions.size(); ++i) {
    const ForcedAction& action = given.actions[i];
    set_up(file_gates.times[i], action.at.c_str());
    note_named_location({action.at, action.thread, action.time, action.object});
  }
  if (!given.orders.empty()) {
    detail::EventOrders& orders = forced->orders;
    orders = detail::parse_event_orders(given.orders.c_str());
    if (orders.name_count > ForcedSchedule::kMax ||
        detail::alternatives_of(orders) > kMaxAlternatives) {
      return false;
    }
    for (std::size_t i = 0; i < orders.name_count; ++i) {
      const detail::TextSpan event = detail::span_of(orders, i);
      note_schedule(ScheduleUse::Fact::kNamedEvent, {orders.text + event.begin, event.size});
      detail::spell_event(orders, i, forced->names[i]);
      set_up(file_gates.happened[i], forced->names[i]);
      detail::copy_name(orders, orders.names[i].name, forced->bare_names[i]);
      set_up(file_gates.arrivals[i], forced->bare_names[i]);
    }
    forced->active.emplace(orders, file_gates.happened.data(), file_gates.alternatives.data(),
                           file_gates.arrivals.data());
    forced->active->for_each_alternative([&](const detail::Clause& clause, std::size_t i) {
      detail::spell_alternative(orders, clause, forced->alternative_names[i]);
      set_up(file_gates.alternatives[i], forced->alternative_names[i]);
    });
  }
  set_call_handler(reach_call);
  if (given.actions_at != nullptr) operation_hook = perform_forced;
  if (std::ranges::any_of(given.actions, &ForcedAction::at_thread_end))
    thread_end_hook = reach_thread_end;
  return true;
}

bool forces_operations() { return operation_hook == perform_forced; }

void enable_forced_schedule(bool enabled) { is_enabled = enabled; }

}  // namespace mcheck

// NOLINTNEXTLINE
extern "C" void mcheck_runtime_event(const char* name) {
  if (mcheck::on_model_thread() && mcheck::forced != nullptr) mcheck::happen(name);
}

// NOLINTNEXTLINE
extern "C" void mcheck_runtime_name_event(const char* name, unsigned long size) {
  if (!mcheck::on_model_thread()) return;
  mcheck::note_schedule(mcheck::ScheduleUse::Fact::kNamedEvent, {name, size});
}

// NOLINTNEXTLINE
extern "C" void mcheck_runtime_reach_event(const char* name, unsigned long size) {
  if (!mcheck::on_model_thread()) return;
  mcheck::note_schedule(mcheck::ScheduleUse::Fact::kReachedEvent, {name, size});
}
