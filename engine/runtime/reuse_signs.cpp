// SPDX-License-Identifier: MIT
#include "engine/runtime/reuse_signs.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "engine/runtime/machine.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/trace/happens_before.hpp"
#include "engine/world/heap.hpp"

namespace mcheck {
namespace {

// What programs put into the upper bits of a pointer is not a part of the address.
constexpr Word kAddressBits = (Word{1} << 48) - 1;
constexpr std::size_t kWorldBytes = kPlaces * kPlaceBytes;
constexpr unsigned kFewBits = 44;  // no address of the world has less

std::uintptr_t address_of(const Block& block) {
  return reinterpret_cast<std::uintptr_t>(Heap::bytes_of(block));
}

// Addresses of blocks that stood in atomics, or in data of the model library.
class Addresses {
 public:
  explicit Addresses(const ReuseSigns::Question& question) : question_(question) {}

  void find() {
    for (const Event& event : question_.execution.events()) {
      const ObjectRecord* const object = question_.execution.find_object(event.operation.object);
      if (object == nullptr || object->eight) continue;
      if (object->kind != ObjectKind::kAtomic && object->kind != ObjectKind::kData) continue;
      const Word second = event.operation.kind == Kind::kFetch ? 0 : event.operation.b;
      for (const Word word : {event.operation.a, second, event.result}) add(word);
    }
    std::ranges::sort(found_);
    const auto twice = std::ranges::unique(found_);
    found_.erase(twice.begin(), twice.end());
  }

  [[nodiscard]] bool empty() const { return found_.empty(); }

  // Whether the same place in both blocks was among them.
  [[nodiscard]] bool are_in(const Block& a, const Block& b) const {
    const std::uintptr_t first = address_of(a);
    for (auto at = std::ranges::lower_bound(found_, first);
         at != found_.end() && *at <= first + a.room; ++at) {
      if (std::ranges::binary_search(found_, *at - first + address_of(b))) return true;
    }
    return false;
  }

 private:
  void add(Word word) {
    if (word < question_.wide_values.size()) add_wide(question_.wide_values[word]);
    const auto address = static_cast<std::uintptr_t>(word & kAddressBits);
    if (Heap::around(reinterpret_cast<const void*>(address)) != nullptr) found_.push_back(address);
  }

  void add_wide(const std::string& value) {
    for (std::size_t at = 0; at + sizeof(Word) <= value.size(); at += sizeof(Word)) {
      Word word = 0;
      std::memcpy(&word, value.data() + at, sizeof word);
      const auto address = static_cast<std::uintptr_t>(word & kAddressBits);
      if (Heap::around(reinterpret_cast<const void*>(address)) != nullptr) {
        found_.push_back(address);
      }
    }
  }

  const ReuseSigns::Question& question_;
  std::vector<std::uintptr_t> found_;
};

// Whether the event may hold one; most often it does not, and this is quicker to say.
[[gnu::always_inline]] inline bool may_hold_address(const Event& event) {
  static_assert(kWorldBase >> kFewBits != 0);
  const auto is_one = [](Word word) { return (word & kAddressBits) - kWorldBase < kWorldBytes; };
  const Word a = event.operation.a, b = event.operation.b, result = event.result;
  if ((a | b | result) >> kFewBits == 0 || event.operation.object == kNoObject) return false;
  return is_one(a) || is_one(b) || is_one(result);
}

// In which order blocks were given back and had in all executions of the same class.
class Order {
 public:
  explicit Order(const ReuseSigns::Question& question) : question_(question) {}

  // Whether `had` may be allocated when `freed` has been given back.
  [[nodiscard]] bool may_follow(const Block& freed, const Block& had) {
    if (!listed_) list();
    const ThreadId freer = question_.thread_at(place(freed.freer).heap());
    const ThreadId owner = question_.thread_at(&had);
    const std::size_t steps = freed.freed_after - 1;
    const std::vector<std::size_t>& shown = shown_[index(owner)];
    const std::span<const Event> events = question_.execution.events();
    if (freer == owner) {
      const auto later = std::ranges::partition_point(
          shown, [&](std::size_t event) { return events[event].index < steps; });
      return had.published >= static_cast<std::size_t>(later - shown.begin());
    }
    const std::vector<std::size_t>& done = all_[index(freer)];
    if (steps == 0 || steps > done.size() || had.published >= shown.size()) return true;
    const Event& then = events[shown[had.published]];
    if (is_caused_by(std::span(done).first(steps), then)) return false;
    if (!order_) establish();
    return !HappensBefore::seen(order_->all(done[steps - 1]), then);
  }

 private:
  // Whether one of these events of a thread comes after that one as each does after its cause: who
  // started a thread has done before what it did before that, and who is joined all that it did.
  // Most often that is so, and nobody asks for the order.
  [[nodiscard]] bool is_caused_by(std::span<const std::size_t> done, const Event& then) const {
    const std::span<const Event> events = question_.execution.events();
    return std::ranges::any_of(done, [&](std::size_t at) {
      const Event& event = events[at];
      if (event.cause == kNone || event.operation.kind == Kind::kLeave) return false;
      const Event& cause = events[event.cause];
      return cause.thread == then.thread && cause.index >= then.index;
    });
  }

  void establish() {
    order_.emplace(Relation::kCommuting);
    order_->update(question_.execution.events(), question_.execution.versions(), 0);
  }

  void list() {
    listed_ = true;
    shown_.resize(kMaxThreads);
    all_.resize(kMaxThreads);
    const std::span<const Event> events = question_.execution.events();
    for (std::size_t i = 0; i < events.size(); ++i) {
      all_[index(events[i].thread)].push_back(i);
      if (shows(events[i])) shown_[index(events[i].thread)].push_back(i);
    }
  }

  // As Machine::publish_memory() counts.
  [[nodiscard]] bool shows(const Event& event) const {
    if (event.operation.kind == Kind::kSpawn) return true;
    return event.mode != Mode::kRead && !question_.execution.polled(event);
  }

  const ReuseSigns::Question& question_;
  std::vector<std::vector<std::size_t>> shown_;  // by thread: events that others may see
  std::vector<std::vector<std::size_t>> all_;    // by thread
  bool listed_ = false;
  std::optional<HappensBefore> order_;
};

template <typename Function>
void for_each_block(const World& world, const Function& function) {
  for (const std::size_t number : world.places_in_use()) {
    Heap& heap = *Heap::at(place(number));
    for (std::uint32_t i = 0; i < heap.blocks(); ++i) function(heap.block(i));
  }
}

}  // namespace

// Whether some event may hold an address: only those are looked at that were not there the last
// time.
bool ReuseSigns::may_hold_addresses(const Question& question) {
  if (!question.wide_values.empty()) return true;
  const std::span<const Event> events = question.execution.events();
  if (holds_) return true;
  std::size_t at = held_by_;
  while (at < events.size() && !may_hold_address(events[at])) ++at;
  held_by_ = at;
  holds_ = at < events.size();
  return holds_;
}

void ReuseSigns::look(const Question& question) {
  const bool same = std::exchange(asked_of_, &question.execution) == &question.execution;
  const std::size_t looked_at = same ? question.known : 0;
  if (looked_at <= held_by_) {
    held_by_ = looked_at;
    holds_ = false;
  }
  if (!frees_) return;
  const bool may_hold = may_hold_addresses(question);
  if (could_be_ && !may_hold) return;
  freed_.clear();
  for_each_block(question.world, [&](const Block& block) {
    if (block.freed_after == 0) return;
    const std::uint64_t known = (rooms_ | question.rooms) & reuse_bit(block.room);
    if (known == 0) freed_.push_back(&block);
  });
  if (freed_.empty()) return;
  Addresses addresses(question);
  if (may_hold) addresses.find();
  if (addresses.empty() && could_be_) return;
  Order order(question);
  for (const Block* const block : freed_) {
    for_each_block(question.world, [&](const Block& other) {
      if (other.room != block->room || &other == block) return;
      const bool matters = addresses.are_in(*block, other);
      if (!(matters || !could_be_) || !order.may_follow(*block, other)) return;
      could_be_ = true;
      if (!matters) return;
      rooms_ |= reuse_bit(block->room);
      of_large_ |= reuse_bit(block->room) == 0;
    });
  }
}

void ReuseSigns::pack(Packed& packed) const { packed.put(could_be_).put(of_large_).put(rooms_); }

void ReuseSigns::learn(Packed& packed) {
  could_be_ |= packed.take<bool>();
  of_large_ |= packed.take<bool>();
  rooms_ |= packed.take<std::uint64_t>();
}

void Machine::end() {
  if (execution_ == nullptr || (!behaviour_.learn_reuse && reuse_signs_.could_be())) return;
  reuse_signs_.look({.world = world_,
                     .execution = *execution_,
                     .wide_values = wide_values_,
                     .thread_at = [](const void* at) { return Machine::current()->thread_at(at); },
                     .rooms = behaviour_.reuse_rooms,
                     .known = execution_->take_kept()});
}

bool Machine::wants_reuse() const {
  return behaviour_.learn_reuse && (reuse_signs_.rooms() & ~behaviour_.reuse_rooms) != 0;
}

std::uint64_t Machine::choose_reuse() {
  behaviour_.reuse_rooms |= reuse_signs_.rooms();
  heap_watch_.use_pools(behaviour_.reuse_rooms != 0);
  return behaviour_.reuse_rooms;
}

}  // namespace mcheck
