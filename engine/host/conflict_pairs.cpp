// SPDX-License-Identifier: MIT
#include "engine/host/conflict_pairs.hpp"

#include <algorithm>
#include <utility>

#include "engine/host/library_objects.hpp"
#include "engine/host/retelling.hpp"

namespace mcheck {
namespace {

// A library call says more than a direct access. Of two calls the first one found stays.
void merge(CallSite& into, const CallSite& more) {
  if (into.call.empty()) into.call = more.call;
  into.reads |= more.reads;
  into.writes |= more.writes;
  into.frees |= more.frees;
}

}  // namespace

void add_kind(CallSite& site, const FoundSite& found, std::uint8_t kind) {
  const bool writes = found.said.empty() ? (kind & kAccessWrites) != 0 : found.said == "writes";
  (writes ? site.writes : site.reads) = true;
  site.frees |= (kind & kAccessFrees) != 0;
}

// "queue[abi:cxx11]+16" → "queue"
std::string object_of(const Meeting& meeting, const Execution& execution) {
  const std::string name =
      execution.identities().name_of_place(reinterpret_cast<const void*>(meeting.address));
  return name.substr(0, std::min(name.find('+'), name.find('[')));
}

void learn_objects(Conflicts& conflicts) {
  const Backtrace writers = conflicts.take_new_writers();
  if (writers.empty()) return;
  Symbols symbols;
  symbols.want(writers);
  symbols.look_up();
  for (const std::uintptr_t writer : writers) {
    const std::vector<SourcePlace> places = symbols.all_places({writer});
    if (places.empty()) continue;
    if (const auto extent = object_written_by(plain_name(places.front().function))) {
      conflicts.widen(writer, extent->before, extent->behind);
    }
  }
}

void ConflictPairs::add(const Machine& machine, const Execution& execution, std::uint64_t nth) {
  const Conflicts& conflicts = *machine.conflicts();
  std::vector<std::uint16_t> chosen;
  for (const Meeting& meeting : conflicts.found()) {
    if (!ids_.insert(meeting.id).second) continue;
    if (chosen.empty()) chosen = choices_of(execution);
    raw_.push_back({.seen = {.meeting = meeting,
                             .chosen = chosen,
                             .execution = nth,
                             .object = object_of(meeting, execution)},
                    .before = conflicts.frames(meeting.before.stack),
                    .now = conflicts.frames(meeting.now.stack)});
  }
}

void ConflictPairs::look_up() {
  for (const Raw& raw : raw_) {
    symbols_.want(raw.before);
    symbols_.want(raw.now);
  }
  symbols_.look_up();
}

// True if both methods only read, or both belong to a type that synchronises its own calls.
bool ConflictPairs::excused(const FoundSite& one, const FoundSite& other) {
  if (one.safe && other.safe) return true;
  const auto calm = [](const std::string& said) { return said == "reads" || said == "safe"; };
  return calm(one.said) && calm(other.said);
}

void ConflictPairs::tell(Raw& raw) {
  const std::vector<SourcePlace> before = symbols_.all_places(raw.before);
  const std::vector<SourcePlace> now = symbols_.all_places(raw.now);
  auto first = call_site_of(before, classes_);
  auto second = call_site_of(now, classes_);
  if (!first || !second) {
    ++nobodys_;
    return;
  }
  if (excused(*first, *second)) return;
  add_kind(first->site, *first, raw.seen.meeting.before.kind);
  add_kind(second->site, *second, raw.seen.meeting.now.kind);
  Place one{first->site.file, first->site.line};
  Place other{second->site.file, second->site.line};
  if (other < one) {
    std::swap(one, other);
    std::swap(first, second);
  }
  raw.seen.number = number_of(before, now);
  const auto [entry, is_new] = known_.try_emplace({one, other});
  Known& known = entry->second;
  if (is_new) {
    known.pair = {.first = first->site, .second = second->site, .object = raw.seen.object};
  } else {
    merge(known.pair.first, first->site);
    merge(known.pair.second, second->site);
  }
  known.seen.push_back(&raw.seen);
}

std::vector<ConflictPair> ConflictPairs::list(
    const std::function<std::string(const Seen&)>& retell) {
  look_up();
  for (Raw& raw : raw_) tell(raw);
  constexpr std::size_t kTries = 3;
  std::vector<ConflictPair> pairs;
  for (auto& [places, known] : known_) {
    for (std::size_t i = 0; i < std::min(kTries, known.seen.size()); ++i) {
      known.pair.schedule = retell(*known.seen[i]);
      known.pair.execution = known.seen[i]->execution;
      if (!known.pair.schedule.empty()) break;
    }
    if (known.pair.schedule.empty()) {
      ++lost_;
    } else {
      pairs.push_back(known.pair);
    }
  }
  return pairs;
}

}  // namespace mcheck
