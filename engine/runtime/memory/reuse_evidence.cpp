// SPDX-License-Identifier: MIT
#include "engine/runtime/memory/reuse_evidence.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "engine/memory/heap/heap.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/trace/order/happens_before.hpp"
#include "engine/trace/order/happens_before_query.hpp"

namespace mcheck {
namespace {

// Data that programs put into the upper bits of a pointer is not part of the address.
constexpr Word kAddressBits = (Word{1} << 48) - 1;
constexpr std::size_t kWorldBytes = kThreadRegions * kThreadRegionBytes;
constexpr unsigned kFewBits = 44;  // no address in program memory has fewer

std::uintptr_t address_of_block(const Block& block) {
  return reinterpret_cast<std::uintptr_t>(Heap::bytes_of(block));
}

// Addresses of blocks that were in atomics, or in data of the model library.
class Addresses {
 public:
  explicit Addresses(const ReuseEvidence::Query& query) : query_(query) {}

  void find() {
    for (const Event& event : query_.execution.events()) {
      const ObjectRecord* const object = query_.execution.find_object(event.operation.object);
      if (object == nullptr || object->is_bytes) continue;
      if (object->kind != ObjectKind::kAtomic && object->kind != ObjectKind::kData) continue;
      const Word second = event.operation.kind == Kind::kFetch ? 0 : event.operation.b;
      for (const Word word : {event.operation.a, second, event.result}) add(word);
    }
    std::ranges::sort(found_);
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }

  [[nodiscard]] bool empty() const { return found_.empty(); }

  // Whether the same offset in both blocks was among them.
  [[nodiscard]] bool are_in(const Block& a, const Block& b) const {
    const std::uintptr_t first = address_of_block(a);
    for (auto at = std::ranges::lower_bound(found_, first);
         at != found_.end() && *at <= first + a.capacity; ++at) {
      if (std::ranges::binary_search(found_, *at - first + address_of_block(b))) return true;
    }
    return false;
  }

 private:
  void add(Word word) {
    if (word < query_.wide_values.size()) add_wide(query_.wide_values[word]);
    const auto address = static_cast<std::uintptr_t>(word & kAddressBits);
    if (Heap::containing(reinterpret_cast<const void*>(address)) != nullptr)
      found_.push_back(address);
  }

  void add_wide(const std::string& value) {
    for (std::size_t at = 0; at + sizeof(Word) <= value.size(); at += sizeof(Word)) {
      Word word = 0;
      std::memcpy(&word, value.data() + at, sizeof word);
      const auto address = static_cast<std::uintptr_t>(word & kAddressBits);
      if (Heap::containing(reinterpret_cast<const void*>(address)) != nullptr) {
        found_.push_back(address);
      }
    }
  }

  const ReuseEvidence::Query& query_;
  std::vector<std::uintptr_t> found_;
};

// Whether the event may hold an address: a quick test, most often false.
[[gnu::always_inline]] inline bool may_hold_address(const Event& event) {
  static_assert(kProgramMemoryBase >> kFewBits != 0);
  const auto is_address = [](Word word) {
    return (word & kAddressBits) - kProgramMemoryBase < kWorldBytes;
  };
  const Word a = event.operation.a, b = event.operation.b, result = event.result;
  if ((a | b | result) >> kFewBits == 0 || event.operation.object == kNoObject) return false;
  return is_address(a) || is_address(b) || is_address(result);
}

// The order in which blocks were freed and allocated in all executions of the same class.
class Order {
 public:
  explicit Order(const ReuseEvidence::Query& query)
      : query_(query),
        events_(query.execution.events()),
        before_(events_, query.execution.versions(), kSteps * events_.size()) {}

  // Whether the second block may be allocated after the first was freed.
  [[nodiscard]] bool may_follow(const Block& freed, const Block& allocated) {
    const ThreadId freed_by = query_.thread_at(thread_region(freed.freed_by).heap());
    const ThreadId owner = query_.thread_at(&allocated);
    const std::size_t steps = freed.free_step_plus_one - 1;
    const std::size_t then = published_event(owner, allocated.published);
    if (then == kNever) return true;
    if (freed_by == owner) return events_[then].index >= steps;
    const bool known = query_.execution.has_thread(freed_by);
    if (steps == 0 || !known || steps > query_.execution.thread(freed_by).events) return true;
    if (is_caused_by(freed_by, steps, events_[then])) return false;
    // Under weak memory a step may come first although it read an older value.
    if (query_.execution.weak_memory() != nullptr) return true;
    if (const auto before = before_.is_before(then, freed_by, steps - 1)) return !*before;
    return !HappensBefore::seen(clock_of(freed_by, steps - 1), events_[then]);
  }

 private:
  static constexpr std::size_t kNever = ~std::size_t{0};
  // Scanning an event this often takes half as long as computing its clocks.
  static constexpr std::size_t kSteps = 8;

  // For a thread that was asked about.
  struct Published {
    ThreadId thread{};
    std::size_t scanned = 0;          // events scanned so far
    std::vector<std::size_t> events;  // that others may see
  };

  // Whether one of the thread's first events comes after that event through a cause: a spawn comes
  // after what the parent did before it, and a join after all that the thread did.
  [[nodiscard]] bool is_caused_by(ThreadId freed_by, std::size_t steps, const Event& then) {
    if (!listed_) list();
    return std::ranges::any_of(caused_, [&](std::size_t at) {
      const Event& event = events_[at];
      if (event.thread != freed_by || event.index >= steps) return false;
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
      order_->update(events_, query_.execution.versions(), 0);
    }
    const auto event = std::ranges::find_if(
        events_, [&](const Event& it) { return it.thread == thread && it.index == nth; });
    return order_->all(static_cast<std::size_t>(event - events_.begin()));
  }

  // The position of the thread's nth published event; kNever: there is none.
  [[nodiscard]] std::size_t published_event(ThreadId thread, std::size_t nth) {
    auto known = std::ranges::find(published_, thread, &Published::thread);
    if (known == published_.end())
      known = published_.insert(known, {.thread = thread, .events = {}});
    for (; known->events.size() <= nth && known->scanned < events_.size(); ++known->scanned) {
      const Event& event = events_[known->scanned];
      if (event.thread == thread && publishes(event)) known->events.push_back(known->scanned);
    }
    return nth < known->events.size() ? known->events[nth] : kNever;
  }

  // As publishes_memory() counts.
  [[nodiscard]] bool publishes(const Event& event) const {
    if (event.operation.kind == Kind::kSpawn) return true;
    return event.mode != Mode::kRead && !query_.execution.was_idle_read(event);
  }

  const ReuseEvidence::Query& query_;
  std::span<const Event> events_;
  std::vector<Published> published_;
  std::vector<std::size_t> caused_;  // events that have a cause
  bool listed_ = false;
  HappensBeforeQuery before_;
  std::optional<HappensBefore> order_;
};

template <typename Function>
void for_each_block(const ProgramMemory& program_memory, const Function& function) {
  for (const std::size_t number : program_memory.regions_in_use()) {
    Heap& heap = *Heap::at(thread_region(number));
    for (std::uint32_t i = 0; i < heap.blocks(); ++i) function(heap.block(i));
  }
}

}  // namespace

// Whether some event may hold an address; scans only events that are new since the last query.
bool ReuseEvidence::may_hold_addresses(const Query& query) {
  if (!query.wide_values.empty()) return true;
  const std::span<const Event> events = query.execution.events();
  if (has_address_) return true;
  std::size_t at = first_unscanned_;
  while (at < events.size() && !may_hold_address(events[at])) ++at;
  first_unscanned_ = at;
  has_address_ = at < events.size();
  return has_address_;
}

void ReuseEvidence::examine(const Query& query) {
  const bool same = std::exchange(last_execution_, &query.execution) == &query.execution;
  const std::size_t looked_at = same ? query.known : 0;
  if (looked_at <= first_unscanned_) {
    first_unscanned_ = looked_at;
    has_address_ = false;
  }
  if (!frees_) return;
  const bool may_hold = may_hold_addresses(query);
  if (possible_ && !may_hold) return;
  freed_.clear();
  const ProgramMemory& program_memory = query.program_memory();
  for_each_block(program_memory, [&](const Block& block) {
    if (block.free_step_plus_one == 0) return;
    const std::uint64_t known = (sizes_ | query.sizes) & reuse_bit(block.capacity);
    if (known == 0) freed_.push_back(&block);
  });
  if (freed_.empty()) return;
  Addresses addresses(query);
  if (may_hold) addresses.find();
  if (addresses.empty() && possible_) return;
  Order order(query);
  for (const Block* const block : freed_) {
    for_each_block(program_memory, [&](const Block& other) {
      if (other.capacity != block->capacity || &other == block) return;
      const bool matters = addresses.are_in(*block, other);
      if (!(matters || !possible_) || !order.may_follow(*block, other)) return;
      possible_ = true;
      if (!matters) return;
      sizes_ |= reuse_bit(block->capacity);
      for_large_blocks_ |= reuse_bit(block->capacity) == 0;
    });
  }
}

void ReuseEvidence::pack(Packed& packed) const {
  packed.put(possible_).put(for_large_blocks_).put(sizes_);
}

void ReuseEvidence::merge(Packed& packed) {
  possible_ |= packed.take<bool>();
  for_large_blocks_ |= packed.take<bool>();
  sizes_ |= packed.take<std::uint64_t>();
}

void Machine::end() {
  if (execution_ == nullptr || (!behaviour_.detect_reuse && reuse_evidence_.is_possible())) return;
  reuse_evidence_.examine(
      {.program_memory = []() -> const ProgramMemory& {
         return Machine::current()->program_memory();
       },
       .execution = *execution_,
       .wide_values = wide_values_,
       .thread_at = [](const void* at) { return Machine::current()->thread_at(at); },
       .sizes = behaviour_.reuse_size_classes,
       .known = execution_->take_unchanged_prefix()});
}

bool Machine::needs_reuse() const {
  return behaviour_.detect_reuse && (reuse_evidence_.sizes() & ~behaviour_.reuse_size_classes) != 0;
}

std::uint64_t Machine::enable_reuse() {
  behaviour_.reuse_size_classes |= reuse_evidence_.sizes();
  heap_checker_.use_pools(behaviour_.reuse_size_classes != 0);
  return behaviour_.reuse_size_classes;
}

}  // namespace mcheck
