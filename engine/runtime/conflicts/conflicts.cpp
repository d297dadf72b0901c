// SPDX-License-Identifier: MIT
#include "engine/runtime/conflicts/conflicts.hpp"

#include <algorithm>
#include <utility>

#include "engine/memory/regions/globals.hpp"
#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck {
namespace {

constexpr unsigned kRecentPairBits = 17;

bool kinds_conflict(std::uint8_t a, std::uint8_t b) {
  if ((a & b & (kAccessAtomic | kAccessLocked)) != 0) return false;
  return ((a | b) & kAccessWrites) != 0;
}

// The bytes of the granule in [begin, end). REQUIRES: there are some.
std::uint8_t bytes_within(std::uintptr_t granule, std::uintptr_t begin, std::uintptr_t end) {
  unsigned bytes = 0xff;
  if (granule < begin) bytes &= 0xffu << (begin - granule);
  if (end - granule < 8) bytes &= (1u << (end - granule)) - 1;
  return static_cast<std::uint8_t>(bytes);
}

std::uint64_t pair_of(StackId one, StackId other) {
  if (one > other) std::swap(one, other);
  return std::uint64_t{one} << 32 | other;
}

std::uint64_t value_at(std::uintptr_t granule) {
  std::uint64_t value = 0;
  raw_copy(&value, reinterpret_cast<const void*>(granule), sizeof value);
  return value;
}

bool differ(std::uint64_t a, std::uint64_t b, std::uint8_t bytes) {
  for (unsigned i = 0; i < 8; ++i) {
    if ((bytes >> i & 1) != 0 && (a >> 8 * i & 0xff) != (b >> 8 * i & 0xff)) return true;
  }
  return false;
}

}  // namespace

Conflicts::Conflicts() : recent_pairs_(std::size_t{1} << kRecentPairBits) {}

MCHECK_HOST_STATE Conflicts* active_conflicts = nullptr;

void Conflicts::begin() {
  for (std::uint32_t* const head : used_) *head = 0;
  used_.clear();
  records_.resize(1);
  pending_conflicts_.clear();
  found_.clear();
  found_pairs_.clear();
  observed_conflicts_.clear();
  watched_accesses_.clear();
  reported_ = {
      .stacks = stacks_.size(), .writers = new_writers_.size(), .annotated = annotated_.size()};
  reached_.reset();
  use_after_free_ = false;
  step_ = 0;
}

void Conflicts::enter(ThreadId thread, std::uint32_t epoch, std::span<const std::uint32_t> clock) {
  thread_ = thread;
  epoch_ = epoch;
  clock_ = clock;
  ++step_;
}

bool Conflicts::leave() {
  settle_pending_conflicts();
  return reached_.has_value();
}

Conflicts::AccessOutcome Conflicts::access(std::uintptr_t address, std::size_t size,
                                           std::uint8_t kind, const void* caller, bool direct) {
  settle_pending_conflicts();
  const StackId stack = stacks_.current_stack(caller);
  if (watched_.contains(stack)) watched_accesses_.push_back({thread_, stack});
  if ((kind & kAccessAnnotated) != 0) {
    add_annotated(stacks_.frames(stack).front(), (kind & kAccessWrites) != 0);
  }
  const bool atomic = (kind & kAccessAtomic) != 0;
  Record mine{.epoch = epoch_ - (atomic ? 1 : 0),
              .step = step_,
              .stack = stack,
              .thread = static_cast<std::uint16_t>(index(thread_)),
              .kind = kind};
  examine_range(address, size, mine);
  if (direct && kind == kAccessWrites && size == 8) examine_object(address, mine);
  if (reached_) return AccessOutcome::kReached;
  return use_after_free_ ? AccessOutcome::kUseAfterFree : AccessOutcome::kContinue;
}

void Conflicts::examine_range(std::uintptr_t address, std::size_t size, Record mine) {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t granule = address & ~std::uintptr_t{7}; granule < end; granule += 8) {
    mine.bytes = bytes_within(granule, address, end);
    examine(granule, mine);
  }
}

void Conflicts::examine_object(std::uintptr_t address, Record mine) {
  const std::uintptr_t writer = stacks_.frames(mine.stack).front();
  const auto [entry, is_new] = widenings_.try_emplace(writer);
  if (is_new) new_writers_.push_back(writer);
  const Widening& widening = entry->second;
  if (widening.after == 0) return;
  mine.kind |= kAccessObject;
  examine_range(address - widening.before, widening.before + widening.after, mine);
}

void Conflicts::add_annotated(std::uintptr_t place, bool writes) {
  if (std::ranges::find(annotated_, place, &Annotated::place) == annotated_.end()) {
    annotated_.push_back({place, writes});
  }
}

Backtrace Conflicts::take_new_writers() {
  reported_.writers = 0;
  return std::exchange(new_writers_, {});
}

void Conflicts::widen(std::uintptr_t writer, unsigned before, unsigned after) {
  widenings_[writer] = {before, after};
}

std::uint32_t* Conflicts::head_of(std::uintptr_t granule, bool make) {
  const std::uintptr_t page = granule >> kPageBits;
  if (page != last_page_) {
    auto found = pages_.find(page);
    if (found == pages_.end()) {
      if (!make) return nullptr;
      found = pages_.emplace(page, std::vector<std::uint32_t>(kHeads)).first;
    }
    last_page_ = page;
    last_heads_ = found->second.data();
  }
  return last_heads_ + (granule >> 3) % kHeads;
}

// A free matters only if the memory was accessed before.
void Conflicts::examine(std::uintptr_t granule, Record mine) {
  std::uint32_t* const head = head_of(granule, (mine.kind & kAccessFrees) == 0);
  if (head == nullptr) return;
  bool known = false;
  for (std::uint32_t* link = head; *link != 0;) {
    Record& other = records_[*link];
    const bool meets = (other.bytes & mine.bytes) != 0;
    if (meets && (other.kind & kAccessFrees) != 0) use_after_free_ = true;
    if (other.thread != mine.thread) {
      if (meets && kinds_conflict(other.kind, mine.kind)) add_pair(other, mine, granule);
      if (subsumes(mine, other)) {
        *link = other.next;
        continue;
      }
    } else if (other.stack == mine.stack && other.kind == mine.kind && other.bytes == mine.bytes) {
      other.epoch = mine.epoch;
      other.step = mine.step;
      known = true;
    }
    link = &other.next;
  }
  if (known) return;
  if (*head == 0) used_.push_back(head);
  mine.next = *head;
  *head = static_cast<std::uint32_t>(records_.size());
  records_.push_back(mine);
}

// An access that conflicts with `other`, unordered, conflicts with this write, too.
bool Conflicts::subsumes(const Record& write, const Record& other) const {
  constexpr std::uint8_t kOthers = kAccessAtomic | kAccessLocked | kAccessFrees;
  return (write.kind & kAccessWrites) != 0 && ((write.kind | other.kind) & kOthers) == 0 &&
         (other.bytes & ~write.bytes) == 0 && ordered(other);
}

void Conflicts::add_pair(const Record& before, const Record& now, std::uintptr_t granule) {
  if (ordered(before)) {
    const std::uint64_t pair = pair_of(before.stack, now.stack);
    std::uint64_t& recent_pair =
        recent_pairs_[pair * 0x9e3779b97f4a7c15u >> (64 - kRecentPairBits)];
    if (recent_pair == pair) return;
    recent_pair = pair;
    if (seen_pairs_.insert(pair).second) {
      observed_conflicts_.push_back({before.stack, now.stack, now.step - before.step, true});
    }
    return;
  }
  if (found_pairs_.contains(pair_of(before.stack, now.stack))) return;
  const std::uint8_t both = before.bytes & now.bytes;
  const Conflict conflict{.before = {before.stack, ThreadId(before.thread), before.kind},
                          .now = {now.stack, ThreadId(now.thread), now.kind},
                          .address = granule + static_cast<unsigned>(__builtin_ctz(both))};
  if (before.kind == kAccessWrites && now.kind == kAccessWrites) {
    pending_conflicts_.push_back({conflict, value_at(granule), both});
  } else {
    add_conflict(conflict);
  }
}

void Conflicts::add_conflict(const Conflict& conflict) {
  if (!found_pairs_.insert(pair_of(conflict.before.stack, conflict.now.stack)).second) return;
  Conflict added = conflict;
  added.id = id_of(conflict.before.stack, conflict.now.stack);
  found_.push_back(added);
  seen_pairs_.insert(pair_of(conflict.before.stack, conflict.now.stack));
  observed_conflicts_.push_back({conflict.before.stack, conflict.now.stack, 0, false});
  if (added.id == stop_at_ && !reached_) reached_ = added;
}

void Conflicts::settle_pending_conflicts() {
  for (const PendingConflict& pending : pending_conflicts_) {
    const bool changed = differ(
        pending.value, value_at(pending.conflict.address & ~std::uintptr_t{7}), pending.bytes);
    if (changed) add_conflict(pending.conflict);
    has_silent_writes_ |= !changed;
  }
  pending_conflicts_.clear();
}

std::uint32_t Conflicts::id_of(StackId one, StackId other) const {
  std::uint32_t sum = 0;
  for (const StackId stack : {one, other}) {
    std::uint32_t hash = 0x811c9dc5u;
    for (const std::uintptr_t frame : stacks_.frames(stack)) {
      const auto place = offset_in_image(reinterpret_cast<const void*>(frame));
      hash = (hash ^ static_cast<std::uint32_t>(place)) * 0x01000193u;
      hash ^= hash >> 15;
    }
    sum += hash;  // either may come first
  }
  return sum == 0 ? 1 : sum;
}

void Conflicts::allocated(std::uintptr_t address, std::size_t size) {
  const std::uintptr_t end = address + size;
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << kPageBits;
  for (std::uintptr_t granule = address & ~std::uintptr_t{7}; granule < end;) {
    std::uint32_t* const head = head_of(granule, false);
    if (head == nullptr) {
      granule = (granule | (kPage - 1)) + 1;
      continue;
    }
    const auto rest = static_cast<std::uint8_t>(~bytes_within(granule, address, end));
    for (std::uint32_t at = *head; at != 0; at = records_[at].next) records_[at].bytes &= rest;
    if (rest == 0) *head = 0;
    granule += 8;
  }
}

void Conflicts::watch(StackId stack, bool on) {
  if (on) {
    watched_.insert(stack);
  } else {
    watched_.erase(stack);
  }
}

std::optional<Packed> Conflicts::pack_new() {
  const Reported now{stacks_.size(),           found_.size(),       observed_conflicts_.size(),
                     watched_accesses_.size(), new_writers_.size(), annotated_.size()};
  if (now.stacks == reported_.stacks && now.found == reported_.found &&
      now.observed_conflicts == reported_.observed_conflicts &&
      now.watched_accesses == reported_.watched_accesses && now.writers == reported_.writers &&
      now.annotated == reported_.annotated) {
    return std::nullopt;
  }
  Packed packed;
  packed.put(now.stacks - reported_.stacks);
  for (std::size_t i = reported_.stacks; i < now.stacks; ++i) {
    const Backtrace& frames = stacks_.frames(static_cast<StackId>(i));
    packed.put(frames.size());
    for (const std::uintptr_t frame : frames) packed.put(frame);
  }
  packed.put(now.found - reported_.found);
  for (std::size_t i = reported_.found; i < now.found; ++i) packed.put(found_[i]);
  packed.put(now.observed_conflicts - reported_.observed_conflicts);
  for (std::size_t i = reported_.observed_conflicts; i < now.observed_conflicts; ++i)
    packed.put(observed_conflicts_[i]);
  packed.put(now.watched_accesses - reported_.watched_accesses);
  for (std::size_t i = reported_.watched_accesses; i < now.watched_accesses; ++i)
    packed.put(watched_accesses_[i]);
  packed.put(now.writers - reported_.writers);
  for (std::size_t i = reported_.writers; i < now.writers; ++i) packed.put(new_writers_[i]);
  packed.put(now.annotated - reported_.annotated);
  for (std::size_t i = reported_.annotated; i < now.annotated; ++i) packed.put(annotated_[i]);
  packed.put(has_silent_writes_).put(reached_.has_value());
  if (reached_) packed.put(*reached_);
  reported_ = now;
  return packed;
}

void Conflicts::merge(Packed& packed) {
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    Backtrace frames(packed.take<std::size_t>());
    for (std::uintptr_t& frame : frames) frame = packed.take<std::uintptr_t>();
    stacks_.add(std::move(frames));
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    found_.push_back(packed.take<Conflict>());
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    observed_conflicts_.push_back(packed.take<ObservedConflict>());
    seen_pairs_.insert(pair_of(observed_conflicts_.back().before, observed_conflicts_.back().now));
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    watched_accesses_.push_back(packed.take<WatchedAccess>());
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    new_writers_.push_back(packed.take<std::uintptr_t>());
    widenings_.try_emplace(new_writers_.back());
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    const auto [place, writes] = packed.take<Annotated>();
    add_annotated(place, writes);
  }
  has_silent_writes_ |= packed.take<bool>();
  if (packed.take<bool>()) reached_ = packed.take<Conflict>();
}

}  // namespace mcheck
