// SPDX-License-Identifier: MIT
#include "engine/host/conflicts/conflict_pairs.hpp"

#include <algorithm>
#include <utility>

#include "engine/host/conflicts/container_writes.hpp"
#include "engine/host/report/report_replay.hpp"

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

void add_access(CallSite& site, const FoundSite& found, std::uint8_t kind) {
  const bool writes = found.declared_effect.empty() ? (kind & kAccessWrites) != 0
                                                    : found.declared_effect == "writes";
  (writes ? site.writes : site.reads) = true;
  site.frees |= (kind & kAccessFrees) != 0;
}

// "queue[abi:cxx11]+16" → "queue"
std::string conflict_object(const Conflict& conflict, const Execution& execution) {
  const std::string name =
      execution.identities().name_of_address(reinterpret_cast<const void*>(conflict.address));
  return name.substr(0, std::min(name.find('+'), name.find('[')));
}

void widen_container_writes(Conflicts& conflicts) {
  const Backtrace writers = conflicts.take_new_writers();
  if (writers.empty()) return;
  Symbolizer symbolizer;
  symbolizer.add(writers);
  symbolizer.resolve();
  for (const std::uintptr_t writer : writers) {
    const std::vector<SourceLocation> places = symbolizer.all_locations({writer});
    if (places.empty()) continue;
    if (const auto extent = container_written_by(plain_name(places.front().function))) {
      conflicts.widen(writer, extent->before, extent->after);
    }
  }
}

void ConflictPairs::add(const Machine& machine, const Execution& execution, std::uint64_t nth) {
  const Conflicts& conflicts = *machine.conflicts();
  std::vector<std::uint16_t> chosen;
  for (const Conflict& conflict : conflicts.found()) {
    if (!ids_.insert(conflict.id).second) continue;
    if (chosen.empty()) chosen = choices_of(execution);
    unresolved_.push_back({.seen = {.conflict = conflict,
                                    .chosen = chosen,
                                    .execution = nth,
                                    .object = conflict_object(conflict, execution)},
                           .before = conflicts.frames(conflict.before.stack),
                           .now = conflicts.frames(conflict.now.stack)});
  }
}

void ConflictPairs::resolve() {
  for (const Unresolved& unresolved : unresolved_) {
    symbolizer_.add(unresolved.before);
    symbolizer_.add(unresolved.now);
  }
  symbolizer_.resolve();
}

// True if both methods only read, or both belong to a type that synchronises its own calls.
bool ConflictPairs::cannot_conflict(const FoundSite& one, const FoundSite& other) {
  if (one.safe && other.safe) return true;
  const auto is_harmless = [](const std::string& declared_effect) {
    return declared_effect == "reads" || declared_effect == "safe";
  };
  return is_harmless(one.declared_effect) && is_harmless(other.declared_effect);
}

void ConflictPairs::resolve_pair(Unresolved& unresolved) {
  const std::vector<SourceLocation> before = symbolizer_.all_locations(unresolved.before);
  const std::vector<SourceLocation> now = symbolizer_.all_locations(unresolved.now);
  auto first = call_site_of(before, classes_);
  auto second = call_site_of(now, classes_);
  if (!first || !second) {
    ++without_user_code_;
    return;
  }
  if (cannot_conflict(*first, *second)) return;
  add_access(first->site, *first, unresolved.seen.conflict.before.kind);
  add_access(second->site, *second, unresolved.seen.conflict.now.kind);
  SourceLine one{first->site.file, first->site.line};
  SourceLine other{second->site.file, second->site.line};
  if (other < one) {
    std::swap(one, other);
    std::swap(first, second);
  }
  unresolved.seen.hash = conflict_hash(before, now);
  const auto [entry, is_new] = known_.try_emplace({one, other});
  Known& known = entry->second;
  if (is_new) {
    known.pair = {.first = first->site, .second = second->site, .object = unresolved.seen.object};
  } else {
    merge(known.pair.first, first->site);
    merge(known.pair.second, second->site);
  }
  known.seen.push_back(&unresolved.seen);
}

std::vector<ConflictPair> ConflictPairs::list(
    const std::function<std::string(const FoundConflict&)>& replay) {
  resolve();
  for (Unresolved& unresolved : unresolved_) resolve_pair(unresolved);
  constexpr std::size_t kMaxReplays = 3;
  std::vector<ConflictPair> pairs;
  for (auto& [places, known] : known_) {
    for (std::size_t i = 0; i < std::min(kMaxReplays, known.seen.size()); ++i) {
      known.pair.schedule = replay(*known.seen[i]);
      known.pair.execution = known.seen[i]->execution;
      if (!known.pair.schedule.empty()) break;
    }
    if (known.pair.schedule.empty()) {
      ++not_replayed_;
    } else {
      pairs.push_back(known.pair);
    }
  }
  return pairs;
}

}  // namespace mcheck
