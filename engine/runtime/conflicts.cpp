// SPDX-License-Identifier: MIT
#include "engine/runtime/conflicts.hpp"

#include <algorithm>
#include <utility>

#include "engine/platform/raw_copy.hpp"
#include "engine/world/globals.hpp"

namespace mcheck {
namespace {

constexpr unsigned kLatelyBits = 17;

bool conflict(std::uint8_t a, std::uint8_t b) {
  if ((a & b & (kAccessAtomic | kAccessLocked)) != 0) return false;
  return ((a | b) & kAccessWrites) != 0;
}

// The bytes of the granule in [begin, end). REQUIRES: there are some.
std::uint8_t bytes_within(std::uintptr_t eight, std::uintptr_t begin, std::uintptr_t end) {
  unsigned bytes = 0xff;
  if (eight < begin) bytes &= 0xffu << (begin - eight);
  if (end - eight < 8) bytes &= (1u << (end - eight)) - 1;
  return static_cast<std::uint8_t>(bytes);
}

std::uint64_t pair_of(StackId one, StackId other) {
  if (one > other) std::swap(one, other);
  return std::uint64_t{one} << 32 | other;
}

std::uint64_t value_at(std::uintptr_t eight) {
  std::uint64_t value = 0;
  raw_copy(&value, reinterpret_cast<const void*>(eight), sizeof value);
  return value;
}

bool differ(std::uint64_t a, std::uint64_t b, std::uint8_t bytes) {
  for (unsigned i = 0; i < 8; ++i) {
    if ((bytes >> i & 1) != 0 && (a >> 8 * i & 0xff) != (b >> 8 * i & 0xff)) return true;
  }
  return false;
}

}  // namespace

Conflicts::Conflicts() : lately_(std::size_t{1} << kLatelyBits) {}

MCHECK_HOST_STATE Conflicts* watching_conflicts = nullptr;

void Conflicts::begin() {
  for (std::uint32_t* const head : used_) *head = 0;
  used_.clear();
  records_.resize(1);
  doubts_.clear();
  found_.clear();
  found_pairs_.clear();
  met_.clear();
  touched_.clear();
  told_ = {.stacks = stacks_.size(), .writers = new_writers_.size(), .marked = marked_.size()};
  reached_.reset();
  over_ = false;
  step_ = 0;
}

void Conflicts::enter(ThreadId thread, std::uint32_t epoch, std::span<const std::uint32_t> clock) {
  thread_ = thread;
  epoch_ = epoch;
  clock_ = clock;
  ++step_;
}

bool Conflicts::leave() {
  settle_doubts();
  return reached_.has_value();
}

Conflicts::After Conflicts::access(std::uintptr_t address, std::size_t size, std::uint8_t kind,
                                   const void* caller, bool direct) {
  settle_doubts();
  const StackId stack = stacks_.here(caller);
  if (watched_.contains(stack)) touched_.push_back({thread_, stack});
  if ((kind & kAccessMarked) != 0) {
    mark(stacks_.frames(stack).front(), (kind & kAccessWrites) != 0);
  }
  const bool atomic = (kind & kAccessAtomic) != 0;
  Record mine{.epoch = epoch_ - (atomic ? 1 : 0),
              .step = step_,
              .stack = stack,
              .thread = static_cast<std::uint16_t>(index(thread_)),
              .kind = kind};
  examine_range(address, size, mine);
  if (direct && kind == kAccessWrites && size == 8) examine_object(address, mine);
  if (reached_) return After::kReached;
  return over_ ? After::kOver : After::kGoOn;
}

void Conflicts::examine_range(std::uintptr_t address, std::size_t size, Record mine) {
  const std::uintptr_t end = address + size;
  for (std::uintptr_t eight = address & ~std::uintptr_t{7}; eight < end; eight += 8) {
    mine.bytes = bytes_within(eight, address, end);
    examine(eight, mine);
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

void Conflicts::mark(std::uintptr_t place, bool writes) {
  if (std::ranges::find(marked_, place, &Marked::place) == marked_.end()) {
    marked_.push_back({place, writes});
  }
}

Backtrace Conflicts::take_new_writers() {
  told_.writers = 0;
  return std::exchange(new_writers_, {});
}

void Conflicts::widen(std::uintptr_t writer, unsigned before, unsigned after) {
  widenings_[writer] = {before, after};
}

std::uint32_t* Conflicts::head_of(std::uintptr_t eight, bool make) {
  const std::uintptr_t page = eight >> kPageBits;
  if (page != last_page_) {
    auto found = pages_.find(page);
    if (found == pages_.end()) {
      if (!make) return nullptr;
      found = pages_.emplace(page, std::vector<std::uint32_t>(kHeads)).first;
    }
    last_page_ = page;
    last_heads_ = found->second.data();
  }
  return last_heads_ + (eight >> 3) % kHeads;
}

// A free matters only if the memory was accessed before.
void Conflicts::examine(std::uintptr_t eight, Record mine) {
  std::uint32_t* const head = head_of(eight, (mine.kind & kAccessFrees) == 0);
  if (head == nullptr) return;
  bool known = false;
  for (std::uint32_t* link = head; *link != 0;) {
    Record& other = records_[*link];
    const bool meets = (other.bytes & mine.bytes) != 0;
    if (meets && (other.kind & kAccessFrees) != 0) over_ = true;
    if (other.thread != mine.thread) {
      if (meets && conflict(other.kind, mine.kind)) meet(other, mine, eight);
      if (stands_for(mine, other)) {
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
bool Conflicts::stands_for(const Record& write, const Record& other) const {
  constexpr std::uint8_t kOthers = kAccessAtomic | kAccessLocked | kAccessFrees;
  return (write.kind & kAccessWrites) != 0 && ((write.kind | other.kind) & kOthers) == 0 &&
         (other.bytes & ~write.bytes) == 0 && ordered(other);
}

void Conflicts::meet(const Record& before, const Record& now, std::uintptr_t eight) {
  if (ordered(before)) {
    const std::uint64_t pair = pair_of(before.stack, now.stack);
    std::uint64_t& lately = lately_[pair * 0x9e3779b97f4a7c15u >> (64 - kLatelyBits)];
    if (lately == pair) return;
    lately = pair;
    if (near_pairs_.insert(pair).second) {
      met_.push_back({before.stack, now.stack, now.step - before.step, true});
    }
    return;
  }
  if (found_pairs_.contains(pair_of(before.stack, now.stack))) return;
  const std::uint8_t both = before.bytes & now.bytes;
  const Meeting meeting{.before = {before.stack, ThreadId(before.thread), before.kind},
                        .now = {now.stack, ThreadId(now.thread), now.kind},
                        .address = eight + static_cast<unsigned>(__builtin_ctz(both))};
  if (before.kind == kAccessWrites && now.kind == kAccessWrites) {
    doubts_.push_back({meeting, value_at(eight), both});
  } else {
    keep(meeting);
  }
}

void Conflicts::keep(const Meeting& meeting) {
  if (!found_pairs_.insert(pair_of(meeting.before.stack, meeting.now.stack)).second) return;
  Meeting kept = meeting;
  kept.id = id_of(meeting.before.stack, meeting.now.stack);
  found_.push_back(kept);
  near_pairs_.insert(pair_of(meeting.before.stack, meeting.now.stack));
  met_.push_back({meeting.before.stack, meeting.now.stack, 0, false});
  if (kept.id == awaited_ && !reached_) reached_ = kept;
}

void Conflicts::settle_doubts() {
  for (const Doubt& doubt : doubts_) {
    const bool changed =
        differ(doubt.value, value_at(doubt.meeting.address & ~std::uintptr_t{7}), doubt.bytes);
    if (changed) keep(doubt.meeting);
    excused_ |= !changed;
  }
  doubts_.clear();
}

std::uint32_t Conflicts::id_of(StackId one, StackId other) const {
  std::uint32_t sum = 0;
  for (const StackId stack : {one, other}) {
    std::uint32_t hash = 0x811c9dc5u;
    for (const std::uintptr_t frame : stacks_.frames(stack)) {
      const auto place = place_in_image(reinterpret_cast<const void*>(frame));
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
  for (std::uintptr_t eight = address & ~std::uintptr_t{7}; eight < end;) {
    std::uint32_t* const head = head_of(eight, false);
    if (head == nullptr) {
      eight = (eight | (kPage - 1)) + 1;
      continue;
    }
    const auto rest = static_cast<std::uint8_t>(~bytes_within(eight, address, end));
    for (std::uint32_t at = *head; at != 0; at = records_[at].next) records_[at].bytes &= rest;
    if (rest == 0) *head = 0;
    eight += 8;
  }
}

void Conflicts::watch(StackId stack, bool on) {
  if (on) {
    watched_.insert(stack);
  } else {
    watched_.erase(stack);
  }
}

std::optional<Packed> Conflicts::news() {
  const Told now{stacks_.size(),  found_.size(),       met_.size(),
                 touched_.size(), new_writers_.size(), marked_.size()};
  if (now.stacks == told_.stacks && now.found == told_.found && now.met == told_.met &&
      now.touched == told_.touched && now.writers == told_.writers && now.marked == told_.marked) {
    return std::nullopt;
  }
  Packed packed;
  packed.put(now.stacks - told_.stacks);
  for (std::size_t i = told_.stacks; i < now.stacks; ++i) {
    const Backtrace& frames = stacks_.frames(static_cast<StackId>(i));
    packed.put(frames.size());
    for (const std::uintptr_t frame : frames) packed.put(frame);
  }
  packed.put(now.found - told_.found);
  for (std::size_t i = told_.found; i < now.found; ++i) packed.put(found_[i]);
  packed.put(now.met - told_.met);
  for (std::size_t i = told_.met; i < now.met; ++i) packed.put(met_[i]);
  packed.put(now.touched - told_.touched);
  for (std::size_t i = told_.touched; i < now.touched; ++i) packed.put(touched_[i]);
  packed.put(now.writers - told_.writers);
  for (std::size_t i = told_.writers; i < now.writers; ++i) packed.put(new_writers_[i]);
  packed.put(now.marked - told_.marked);
  for (std::size_t i = told_.marked; i < now.marked; ++i) packed.put(marked_[i]);
  packed.put(excused_).put(reached_.has_value());
  if (reached_) packed.put(*reached_);
  told_ = now;
  return packed;
}

void Conflicts::learn(Packed& packed) {
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    Backtrace frames(packed.take<std::size_t>());
    for (std::uintptr_t& frame : frames) frame = packed.take<std::uintptr_t>();
    stacks_.add(std::move(frames));
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    found_.push_back(packed.take<Meeting>());
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    met_.push_back(packed.take<Encounter>());
    near_pairs_.insert(pair_of(met_.back().before, met_.back().now));
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    touched_.push_back(packed.take<Touch>());
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    new_writers_.push_back(packed.take<std::uintptr_t>());
    widenings_.try_emplace(new_writers_.back());
  }
  for (auto left = packed.take<std::size_t>(); left > 0; --left) {
    const auto [place, writes] = packed.take<Marked>();
    mark(place, writes);
  }
  excused_ |= packed.take<bool>();
  if (packed.take<bool>()) reached_ = packed.take<Meeting>();
}

}  // namespace mcheck
