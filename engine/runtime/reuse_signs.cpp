// SPDX-License-Identifier: MIT
#include "engine/runtime/reuse_signs.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "engine/runtime/machine.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/trace/comes_before.hpp"
#include "engine/trace/happens_before.hpp"
#include "engine/world/heap.hpp"

namespace mcheck {
namespace {

// Data that programs put into the upper bits of a pointer is not part of the address.
constexpr Word kAddressBits = (Word{1} << 48) - 1;
constexpr std::size_t kWorldBytes = kPlaces * kPlaceBytes;
constexpr unsigned kFewBits = 44;  // no address in program memory has fewer

std::uintptr_t address_within(const Block& block) {
  return reinterpret_cast<std::uintptr_t>(Heap::bytes_of(block));
}

// Addresses of blocks that were in atomics, or in data of the model library.
class Addresses {
 public:
  explicit Addresses(const ReuseSigns::Question& question) : question_(question) {}

  void find() {
    for (const Event& event : question_.execution.events()) {
      const ObjectRecord* const object = question_.execution.find_object(event.operation.object);
      if (object == nullptr || object->is_bytes) continue;
      if (object->kind != ObjectKind::kAtomic && object->kind != ObjectKind::kData) continue;
      const Word second = event.operation.kind == Kind::kFetch ? 0 : event.operation.b;
      for (const Word word : {event.operation.a, second, event.result}) add(word);
    }
    std::ranges::sort(found_);
    const auto twice = std::ranges::unique(found_);
    found_.erase(twice.begin(), twice.end());
  }

  [[nodiscard]] bool empty() const { return found_.empty(); }

  // Whether the same offset in both blocks was among them.
  [[nodiscard]] bool are_in(const Block& a, const Block& b) const {
    const std::uintptr_t first = address_within(a);
    for (auto at = std::ranges::lower_bound(found_, first);
         at != found_.end() && *at <= first + a.room; ++at) {
      if (std::ranges::binary_search(found_, *at - first + address_within(b))) return true;
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

// Whether the event may hold an address: a quick test, most often false.
[[gnu::always_inline]] inline bool may_hold_address(const Event& event) {
  static_assert(kWorldBase >> kFewBits != 0);
  const auto is_one = [](Word word) { return (word & kAddressBits) - kWorldBase < kWorldBytes; };
  const Word a = event.operation.a, b = event.operation.b, result = event.result;
  if ((a | b | result) >> kFewBits == 0 || event.operation.object == kNoObject) return false;
  return is_one(a) || is_one(b) || is_one(result);
}

// The order in which blocks were freed and allocated in all executions of the same class.
class Order {
 public:
  explicit Order(const ReuseSigns::Question& question)
      : question_(question),
        events_(question.execution.events()),
        before_(events_, question.execution.versions(), kSteps * events_.size()) {}

  // Whether the second block may be allocated after the first was freed.
  [[nodiscard]] bool may_follow(const Block& freed, const Block& had) {
    const ThreadId freer = question_.thread_at(place(freed.freer).heap());
    const ThreadId owner = question_.thread_at(&had);
    const std::size_t steps = freed.freed_after - 1;
    const std::size_t then = shown(owner, had.published);
    if (then == kNever) return true;
    if (freer == owner) return events_[then].index >= steps;
    const bool known = question_.execution.has_thread(freer);
    if (steps == 0 || !known || steps > question_.execution.thread(freer).events) return true;
    if (is_caused_by(freer, steps, events_[then])) return false;
    if (const auto before = before_.ask(then, freer, steps - 1)) return !*before;
    return !HappensBefore::seen(clock_of(freer, steps - 1), events_[then]);
  }

 private:
  static constexpr std::size_t kNever = ~std::size_t{0};
  // Scanning an event this often takes half as long as computing its clocks.
  static constexpr std::size_t kSteps = 8;

  // For a thread that was asked about.
  struct Shown {
    ThreadId thread{};
    std::size_t until = 0;            // events scanned so far
    std::vector<std::size_t> events;  // that others may see
  };

  // Whether one of the thread's first events comes after that event through a cause: a spawn comes
  // after what the parent did before it, and a join after all that the thread did.
  [[nodiscard]] bool is_caused_by(ThreadId freer, std::size_t steps, const Event& then) {
    if (!listed_) list();
    return std::ranges::any_of(caused_, [&](std::size_t at) {
      const Event& event = events_[at];
      if (event.thread != freer || event.index >= steps) return false;
      const Event& cause = events_[event.cause];
      return cause.thread == then.thread && cause.index >= then.index;
    });
  }

  void list() {
    listed_ = true;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const bool caused = events_[i].cause != kNone;
      if (caused && events_[i].operation.kind != Kind::kLeave) caused_.push_back(i);
    }
  }

  // After too many questions: for all events at once.
  [[nodiscard]] VectorClock clock_of(ThreadId thread, std::size_t nth) {
    if (!order_) {
      order_.emplace(Relation::kCommuting);
      order_->update(events_, question_.execution.versions(), 0);
    }
    const auto event = std::ranges::find_if(
        events_, [&](const Event& it) { return it.thread == thread && it.index == nth; });
    return order_->all(static_cast<std::size_t>(event - events_.begin()));
  }

  // The position of the thread's nth published event; kNever: there is none.
  [[nodiscard]] std::size_t shown(ThreadId thread, std::size_t nth) {
    auto known = std::ranges::find(shown_, thread, &Shown::thread);
    if (known == shown_.end()) known = shown_.insert(known, {.thread = thread, .events = {}});
    for (; known->events.size() <= nth && known->until < events_.size(); ++known->until) {
      const Event& event = events_[known->until];
      if (event.thread == thread && shows(event)) known->events.push_back(known->until);
    }
    return nth < known->events.size() ? known->events[nth] : kNever;
  }

  // As publishes_memory() counts.
  [[nodiscard]] bool shows(const Event& event) const {
    if (event.operation.kind == Kind::kSpawn) return true;
    return event.mode != Mode::kRead && !question_.execution.polled(event);
  }

  const ReuseSigns::Question& question_;
  std::span<const Event> events_;
  std::vector<Shown> shown_;
  std::vector<std::size_t> caused_;  // events that have a cause
  bool listed_ = false;
  ComesBefore before_;
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

// Whether some event may hold an address; scans only events that are new since the last query.
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
  const World& world = question.world();
  for_each_block(world, [&](const Block& block) {
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
    for_each_block(world, [&](const Block& other) {
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
  reuse_signs_.look({.world = []() -> const World& { return Machine::current()->world(); },
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
