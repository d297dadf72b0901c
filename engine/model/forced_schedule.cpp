// SPDX-License-Identifier: MIT
#include "engine/model/forced_schedule.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include <mcheck/events.hpp>

#include "engine/base/host_state.hpp"
#include "engine/platform/linking/call_patch.hpp"
#include "engine/runtime/machine/blocking_watch.hpp"
#include "engine/runtime/machine/operation_hook.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/verdict/schedule_notes.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxAlternatives = ForcedSchedule::kMaxAlternatives;

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

// What is to happen after a thread's last operation, at its next. Between them lies the rest of the
// last one, such as the write to memory behind an atomic: no other thread may run there. Without
// padding, whose bytes would make the states of a loop differ.
struct DueActions {
  std::uint32_t numbers = 0;
  std::array<std::uint16_t, ForcedSchedule::kMax> occurrences{};  // of the events
};
static_assert(std::has_unique_object_representations_v<DueActions>);

// Of each thread, in its thread-locals, so that it is restored with the thread.
struct ThreadActions {
  bool is_acting = false;  // it performs an action now: no other begins in it
  bool is_late = false;    // one that was due
  DueActions due;
};
thread_local constinit ThreadActions thread_actions;

class ActingScope {
 public:
  ActingScope() { thread_actions.is_acting = true; }
  ~ActingScope() { thread_actions.is_acting = false; }
  ActingScope(const ActingScope&) = delete;
  ActingScope& operator=(const ActingScope&) = delete;
};

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
  const auto gate = [&]() -> const ForcedGate& { return forced->schedule.gates[action.gate]; };
  detail::Openings& openings = file_gates.gates[action.gate];
  switch (action.kind) {
    case ForcedAction::Kind::kEvent: return happen(action.name);
    case ForcedAction::Kind::kWait: return openings.wait(gate().needed, gate().takes);
    case ForcedAction::Kind::kOpen: return openings.open();
    case ForcedAction::Kind::kArrive:
      return openings.wait((openings.arrive() / gate().needed + 1) * gate().needed);
    case ForcedAction::Kind::kCall: return reinterpret_cast<void (*)()>(action.function)();
    case ForcedAction::Kind::kAssert:
      if (reinterpret_cast<bool (*)()>(action.function)()) return;
      fail(FailureKind::kCheck, action.name + " is false at " + action.at);
  }
}

// Performs what is due after the last operation of the running thread.
[[gnu::noinline]] void perform_due() {
  DueActions& due = thread_actions.due;
  if (due.numbers == 0) return;
  const ActingScope acting;
  thread_actions.is_late = true;
  for (std::size_t i = 0; i < ForcedSchedule::kMax; ++i) {
    const std::uint32_t bit = std::uint32_t{1} << i;
    if ((due.numbers & bit) == 0) continue;
    due.numbers &= ~bit;
    const unsigned occurrence = std::exchange(due.occurrences[i], std::uint16_t{0});
    const ForcedAction& action = forced->schedule.actions[i];
    if (action.kind == ForcedAction::Kind::kOpen) {
      take(action);
    } else {
      forced->active->announce(action.name.c_str(), occurrence);
    }
  }
  thread_actions.is_late = false;
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

// Whether the running thread may perform actions now. An action is no location of others.
bool may_act() { return is_enabled && on_model_thread() && !thread_actions.is_acting; }

void act_if_reached(std::size_t number) {
  const ActingScope acting;
  if (reaches(number)) take(forced->schedule.actions[number]);
}

void reach_call(unsigned patch, const void* argument) {
  if (!may_act()) return;
  const unsigned number = patch & ~kThrownTypeIsKnown;
  const ForcedAction& action = forced->schedule.actions[number];
  const bool is_open = !action.thrown.empty() && number == patch;
  if (is_open && !is_thrown(argument, action.thrown)) return;
  perform_due();
  act_if_reached(number);
}

void reach_last_step(LastStep step) {
  if (!may_act()) return;
  perform_due();
  if (step != LastStep::kThreadEnd || current_thread() == kMainThread) return;
  for (std::size_t i = 0; i < forced->schedule.actions.size(); ++i) {
    if (forced->schedule.actions[i].at_thread_end) act_if_reached(i);
  }
}

// Gates are no part of the program, and a probe is a part of another operation.
bool is_of_program(Kind kind) {
  return kind != Kind::kGateOpen && kind != Kind::kGateWait && kind != Kind::kProbe;
}

// What is to happen before the operation. What is to happen after it becomes due once it has been
// performed.
[[gnu::noinline]] void act_before(const Operation& operation, DueActions& after) {
  const ActingScope acting;
  const std::uint32_t numbers = match_operation(operation, forced->schedule.actions_at);
  const std::vector<ForcedAction>& actions = forced->schedule.actions;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if ((numbers >> i & 1) == 0 || !reaches(i)) continue;
    const bool is_event = actions[i].kind == ForcedAction::Kind::kEvent;
    if (is_event && forced->active) {
      after.occurrences[i] =
          static_cast<std::uint16_t>(forced->active->wait_to_happen(actions[i].name.c_str()));
      after.numbers |= std::uint32_t{1} << i;
    } else if (actions[i].kind == ForcedAction::Kind::kOpen) {
      after.numbers |= std::uint32_t{1} << i;
    } else if (!is_event) {
      take(actions[i]);
    }
  }
}

Reply perform_forced(const Operation& operation) {
  if (!is_enabled) return perform_hooked(operation);
  if (thread_actions.is_acting) {
    if (!thread_actions.is_late || operation.kind != Kind::kGateOpen)
      return perform_hooked(operation);
    Operation opening = operation;
    opening.a = kAfterOperation;
    return perform_hooked(opening);
  }
  perform_due();
  // The thread waits with the same frame and registers, whether or not something may be here (not
  // inlined): a loop is idle if its stack is the same as before, and may_be_at() answers otherwise
  // once the object is known.
  DueActions after;
  if (is_of_program(operation.kind) && forced->schedule.may_be_at(operation))
    act_before(operation, after);
  const Reply reply = perform_hooked(operation);
  thread_actions.due = after;
  return reply;
}

bool is_ordered(const std::string& event) {
  for (std::size_t i = 0; i < forced->orders.name_count; ++i) {
    const detail::TextSpan name = forced->orders.names[i].name;
    if (event == std::string_view(forced->orders.text + name.begin, name.size)) return true;
  }
  return false;
}

void note_unordered_events() {
  for (const ForcedAction& action : forced->schedule.actions) {
    if (action.kind == ForcedAction::Kind::kEvent && !is_ordered(action.name))
      note_schedule(ScheduleUse::Fact::kUnorderedEvent, action.name);
  }
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
    note_named_location({action.at, action.thread, action.time, action.object, action.unused});
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
  note_unordered_events();
  set_call_handler(reach_call);
  if (given.actions_at != nullptr) operation_hook = perform_forced;
  last_step_hook = reach_last_step;
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
