// SPDX-License-Identifier: MIT
#include "engine/host/results/final_states.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <utility>

#include "dpor/replay.hpp"
#include "engine/host/names/report_names.hpp"
#include "engine/host/process/captured_output.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/memory/regions/globals.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

// The layout of a row: how the execution ended; the number of objects; width, id, name and value of
// each object; name and value of each note. A name is the address of its text, or, for an object
// without a name, this flag with its kind and number.
constexpr Word kUnnamed = Word{1} << 63;
constexpr std::size_t kObjectWords = 4;

bool holds_value(ObjectKind kind) {
  return kind == ObjectKind::kAtomic || kind == ObjectKind::kData || kind == ObjectKind::kSemaphore;
}

Word word_of(const char* text) { return std::bit_cast<std::uintptr_t>(text); }

Word final_name_of(const ObjectRecord& object) {
  if (object.name != nullptr) return word_of(object.name);
  return kUnnamed | static_cast<Word>(object.kind) << 32 | object.number;
}

std::string final_text_of(Word name) {
  if ((name & kUnnamed) == 0) return std::bit_cast<const char*>(name);
  const auto kind = static_cast<ObjectKind>(name >> 32 & 0xff);
  return std::string(name_of(kind)) + "#" + std::to_string(name & 0xffffffff);
}

// Types are unknown here. As in reports, a value whose top bits are all set is negative.
std::int64_t signed_value(Word word, Word bytes) {
  const Word bits = 8 * std::min<Word>(bytes, sizeof(Word));
  const Word top = Word{3} << (bits - 2);
  const bool negative = bits >= 16 && (word & top) == top;
  if (negative && bits < 64) word |= ~Word{0} << bits;
  return static_cast<std::int64_t>(word);
}

// Sorts by name; numbers tell objects of the same name apart.
void sort_and_number(std::vector<NamedValue>& values) {
  std::ranges::stable_sort(values, {}, &NamedValue::name);
  std::string last;
  std::size_t same = 0;
  for (NamedValue& each : values) {
    same = each.name == last && !last.empty() ? same + 1 : 1;
    last = each.name;
    if (same > 1) each.name += "#" + std::to_string(same);
  }
}

bool same_state(const FinalState& a, const FinalState& b) {
  return a.ended == b.ended && a.objects == b.objects && a.notes == b.notes;
}

bool sorts_before(const FinalState& a, const FinalState& b) {
  const auto less = [](const NamedValue& one, const NamedValue& other) {
    return std::tie(one.name, one.value) < std::tie(other.name, other.value);
  };
  if (a.ended != b.ended) {
    return a.ended == "finished" || (b.ended != "finished" && a.ended < b.ended);
  }
  if (a.objects != b.objects) {
    return std::ranges::lexicographical_compare(a.objects, b.objects, less);
  }
  return std::ranges::lexicographical_compare(a.notes, b.notes, less);
}

}  // namespace

void FinalStates::add(const Execution& execution, Ending ending,
                      const std::optional<Failure>& failure) {
  const bool deadlock = failure && is_deadlock(failure->kind);
  const bool stuck = deadlock || (failure && failure->kind == FailureKind::kThreadLeak);
  if (ending == Ending::kCutOff || ending == Ending::kLimit) return;
  if (ending == Ending::kFailed && !stuck) return;
  const FailureKind ended = deadlock ? FailureKind::kDeadlock : FailureKind::kThreadLeak;
  row_.assign(1, stuck ? static_cast<Word>(ended) + 1 : 0);
  add_objects(execution);
  add_notes(execution);
  ++count_of_[row_];
}

// A destroyed object is listed with its last value.
void FinalStates::add_objects(const Execution& execution) {
  const std::size_t at = row_.size();
  row_.push_back(0);
  for (std::uint32_t i = 1; i < execution.identities().object_limit(); ++i) {
    const ObjectRecord* object = execution.find_object(ObjectId{i});
    if (object == nullptr || !holds_value(object->kind) || object->is_bytes) continue;
    if (is_kept_for_program(object->address)) continue;
    ++row_[at];
    row_.insert(row_.end(),
                {object->bytes, i, final_name_of(*object), execution.value_of(ObjectId{i})});
    if (object->name == nullptr) record_unnamed(execution, ObjectId{i});
  }
}

void FinalStates::record_unnamed(const Execution& execution, ObjectId object) {
  constexpr std::size_t kMaxRerun = 32;
  const auto [name, is_new] = names_.try_emplace(object);
  if (!is_new || unnamed_.size() >= kMaxRerun) return;
  std::vector<Transition> transitions = transitions_of(execution);
  if (unnamed_.empty() || unnamed_.back() != transitions)
    unnamed_.push_back(std::move(transitions));
}

void FinalStates::add_names(const Execution& execution) {
  for (auto& [object, name] : names_) {
    const ObjectRecord* const record = execution.find_object(object);
    if (record == nullptr || record->kind == ObjectKind::kNone || !name.empty()) continue;
    name = execution.identities().name_of_address(record->address, extent_of(*record));
  }
}

FinalState FinalStates::state_of(const std::vector<Word>& row) const {
  FinalState state;
  state.ended = row[0] == 0 ? "finished" : name_of(static_cast<FailureKind>(row[0] - 1));
  std::size_t at = 2;
  for (Word object = 0; object < row[1]; ++object, at += kObjectWords) {
    const auto known = names_.find(ObjectId(row[at + 1]));
    const bool named = known != names_.end() && !known->second.empty();
    state.objects.push_back(
        {named ? known->second : final_text_of(row[at + 2]), signed_value(row[at + 3], row[at])});
  }
  for (; at < row.size(); at += 2) {
    state.notes.push_back({final_text_of(row[at]), static_cast<std::int64_t>(row[at + 1])});
  }
  sort_and_number(state.objects);
  sort_and_number(state.notes);
  return state;
}

void FinalStates::add_notes(const Execution& execution) {
  std::map<Word, Word> last;
  for (const Note& note : execution.notes()) {
    last[word_of(note.name)] = static_cast<Word>(note.value);
  }
  for (const auto& [name, value] : last) row_.insert(row_.end(), {name, value});
}

std::vector<FinalState> FinalStates::list() const {
  std::vector<FinalState> states;
  for (const auto& [row, count] : count_of_) {
    states.push_back(state_of(row));
    states.back().count = count;
  }
  std::ranges::sort(states, sorts_before);
  // Merge rows that differ only in what no name shows.
  std::vector<FinalState> distinct;
  for (FinalState& state : states) {
    if (!distinct.empty() && same_state(distinct.back(), state)) {
      distinct.back().count += state.count;
    } else {
      distinct.push_back(std::move(state));
    }
  }
  return distinct;
}

void name_objects(FinalStates& states, const SearchRequest& request, Machine& machine,
                  Execution& execution) {
  if (!unmodified()) return;
  ReportNames::Baseline baseline = ReportNames::Baseline::kNothing;
  for (const std::vector<Transition>& transitions : states.unnamed()) {
    TransitionReplay follow(transitions);
    const CapturedOutput output(machine);
    machine.capture_locations(true);
    (void)run_again(request, machine, execution, follow);
    machine.capture_locations(false);
    const ReportNames names(execution, machine, baseline);
    states.add_names(execution);
    baseline = ReportNames::Baseline::kLastReport;
  }
}

}  // namespace mcheck
