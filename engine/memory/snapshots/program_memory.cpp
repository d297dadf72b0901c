// SPDX-License-Identifier: MIT
#include "engine/memory/snapshots/program_memory.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/base/mix_bits.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/platform/system/tracer.hpp"

namespace mcheck {
namespace {

struct Libraries {
  std::vector<Range> globals;
  std::vector<std::byte> initial;
};
MCHECK_HOST_STATE Libraries* libraries = nullptr;  // null: they are not included

// Under AddressSanitizer a stack consists of its bytes and of their shadow memory.
constexpr std::uintptr_t kShadowOffset = 0x7fff8000;
constexpr std::size_t kStaleShadow = 8 << 10;

std::byte* shadow_of(const std::byte* address) {
  return reinterpret_cast<std::byte*>((reinterpret_cast<std::uintptr_t>(address) >> 3) +
                                      kShadowOffset);
}

std::size_t with_shadow(std::size_t size) { return kAddressSanitizer ? size + size / 8 : size; }

std::byte* copy_out(std::byte* to, const std::byte* from, std::size_t size) {
  raw_copy(to, from, size);
  return to + size;
}

const std::byte* copy_in(std::byte* to, const std::byte* from, std::size_t size) {
  raw_copy(to, from, size);
  return from + size;
}

void copy_out(std::vector<std::byte>& to, const std::vector<Range>& from) {
  std::size_t size = 0;
  for (const Range& range : from) size += range.size;
  to.resize(size);
  std::byte* at = to.data();
  for (const Range& range : from) at = copy_out(at, range.begin, range.size);
}

void copy_in(const std::vector<Range>& to, const std::vector<std::byte>& from) {
  const std::byte* at = from.data();
  for (const Range& range : to) at = copy_in(range.begin, at, range.size);
}

std::byte* copy_stack_out(std::byte* to, const std::byte* from, std::size_t size) {
  to = copy_out(to, from, size);
  return kAddressSanitizer ? copy_out(to, shadow_of(from), size / 8) : to;
}

// `previous_stack_pointer` says how deep the stack was before.
const std::byte* copy_stack_in(std::byte* to, const std::byte* from, std::size_t size,
                               const std::byte* previous_stack_pointer) {
  from = copy_in(to, from, size);
  if constexpr (!kAddressSanitizer) return from;
  from = copy_in(shadow_of(to), from, size / 8);
  std::byte* const stale =
      std::min(shadow_of(to), shadow_of(previous_stack_pointer)) - kStaleShadow;
  raw_fill(stale, 0, static_cast<std::size_t>(shadow_of(to) - stale));  // of ended frames
  return from;
}

// A zero adds nothing: memory that is allocated but not yet used makes no difference.
std::uint64_t checksum(const std::byte* from, std::size_t size) {
  constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < size; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    raw_copy(&word, from + at, std::min(sizeof word, size - at));
    if (word != 0)
      sum += mix_bits(reinterpret_cast<std::uintptr_t>(from + at) * kGoldenRatio + word);
  }
  return sum;
}

// The stack of a snapshot begins at a multiple of this.
constexpr std::size_t kStackUnit = 64;

std::byte* aligned_down(std::byte* pointer) {
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(pointer) &
                                      ~(kStackUnit - 1));
}

}  // namespace

ProgramMemory::ProgramMemory()
    : globals_(writable_globals()), thread_locals_(thread_local_size()), threads_(kThreadRegions) {
  if (libraries != nullptr) {
    globals_.insert(globals_.end(), libraries->globals.begin(), libraries->globals.end());
  }
  set_saved_globals(globals_);
}

void ProgramMemory::set_saved_globals(const std::vector<Range>& ranges) {
  saved_globals_ = ranges;
  globals_bytes_ = 0;
  for (const Range& range : ranges) globals_bytes_ += range.size;
}

// Not under a debugger, which would stop at the first write to each page.
void ProgramMemory::watch_pages() {
  if (libraries == nullptr || kAddressSanitizer || is_traced()) return;
  std::vector<Range> rest = globals_;
  written_pages_.watch(rarely_written_globals(), rest);
  set_saved_globals(rest);
}

void ProgramMemory::unwatch_pages() {
  written_pages_.unwatch();
  set_saved_globals(globals_);
}

void ProgramMemory::include_libraries() {
  MCHECK_INVARIANT(libraries == nullptr, "libraries are included once");
  const EngineAllocationScope engine_allocations;
  libraries = new Libraries{.globals = library_globals(), .initial = {}};
  copy_out(libraries->initial, libraries->globals);
}

void ProgramMemory::switch_libraries_to_program() {
  host_locale_ = uselocale(newlocale(LC_ALL_MASK, "C", nullptr));
  if (libraries == nullptr) return;
  copy_out(host_libraries_, libraries->globals);
  copy_in(libraries->globals, libraries->initial);
}

void ProgramMemory::switch_libraries_to_host() {
  if (libraries != nullptr) copy_in(libraries->globals, host_libraries_);
  uselocale(host_locale_);
}

bool ProgramMemory::add_region(std::size_t number) {
  Thread& thread = threads_[number];
  if (thread.mapped) return true;
  // Region 0 may be mapped already: the program's static initialisers allocate from it.
  const bool fresh = number != 0 || !static_heap_exists();
  if (fresh && !map(thread_region(number))) return false;
  if (fresh) Heap::create(thread_region(number));
  create_thread_locals(thread_pointer_of(number), number == 0);
  thread.mapped = true;
  return true;
}

std::byte* ProgramMemory::stack_begin(std::size_t number) {
  return thread_region(number).stack_begin();
}

std::byte* ProgramMemory::thread_pointer_of(std::size_t number) const {
  return thread_region(number).stack_end() - thread_locals_.above;
}

std::byte* ProgramMemory::stack_end(std::size_t number) const {
  return thread_pointer_of(number) - thread_locals_.below;
}

std::size_t ProgramMemory::stack_bytes(std::size_t number, const std::byte* stack_pointer) const {
  return static_cast<std::size_t>(thread_pointer_of(number) - stack_pointer);
}

void ProgramMemory::set_idle(std::size_t number, std::byte* stack_pointer) {
  Thread& thread = threads_[number];
  thread.idle_stack_pointer = aligned_down(stack_pointer);
  const std::size_t size = stack_bytes(number, thread.idle_stack_pointer);
  thread.idle.resize(with_shadow(size));
  copy_stack_out(thread.idle.data(), thread.idle_stack_pointer, size);
}

void ProgramMemory::occupy(std::size_t number) {
  Thread& thread = threads_[number];
  MCHECK_INVARIANT(thread.mapped && !thread.used,
                   "a thread region is used by one thread at a time");
  thread.used = true;
  thread.stack_pointer = thread.idle_stack_pointer;
  in_use_.push_back(number);
}

void ProgramMemory::vacate_all() {
  for (const std::size_t number : in_use_) make_idle(number);
  in_use_.clear();
}

void ProgramMemory::set_stack_pointer(std::size_t number, std::byte* stack_pointer) {
  threads_[number].stack_pointer = aligned_down(stack_pointer);
}

void ProgramMemory::make_idle(std::size_t number) {
  Thread& thread = threads_[number];
  copy_stack_in(thread.idle_stack_pointer, thread.idle.data(),
                stack_bytes(number, thread.idle_stack_pointer), thread.stack_pointer);
  if (number != 0) Heap::create(thread_region(number));
  thread.used = false;
}

void ProgramMemory::snapshot(Snapshot& into) {
  into.used.resize(in_use_.size());
  std::size_t size = globals_bytes_;
  for (std::size_t i = 0; i < in_use_.size(); ++i) {
    const std::size_t number = in_use_[i];
    Heap& heap = *Heap::at(thread_region(number));
    Snapshot::Used& used = into.used[i];
    used = {number, threads_[number].stack_pointer, heap.metadata(), heap.bytes(), size};
    size += with_shadow(stack_bytes(number, used.stack_pointer));
    size += used.metadata.size + used.bytes.size;
  }
  const std::span<const Range> pages = written_pages_.written();
  into.written_pages = pages.size();
  for (const Range& page : pages) size += page.size;
  if (into.bytes.size() < size) into.bytes.resize(size);
  into.size = size;
  std::byte* to = into.bytes.data();
  for (const Range& range : saved_globals_) to = copy_out(to, range.begin, range.size);
  for (const Snapshot::Used& used : into.used) {
    to = copy_stack_out(to, used.stack_pointer, stack_bytes(used.number, used.stack_pointer));
    to = copy_out(to, used.metadata.begin, used.metadata.size);
    if (used.bytes.size > 0) to = copy_out(to, used.bytes.begin, used.bytes.size);
  }
  for (const Range& page : pages) to = copy_out(to, page.begin, page.size);
}

void ProgramMemory::snapshot_stack_top(Snapshot& into, std::size_t number) const {
  for (const Snapshot::Used& used : into.used) {
    if (used.number != number) continue;
    return raw_copy(into.bytes.data() + used.at, used.stack_pointer, kStackUnit);
  }
}

// Usually these regions were all in use, followed by others.
template <class NumberOf>
void ProgramMemory::use_regions(std::size_t count, const NumberOf& number_of) {
  std::size_t same = 0;
  while (same < std::min(count, in_use_.size()) && number_of(same) == in_use_[same]) ++same;
  const auto is_used = [&](std::size_t number) {
    for (std::size_t i = same; i < count; ++i) {
      if (number_of(i) == number) return true;
    }
    return false;
  };
  for (std::size_t i = same; i < in_use_.size(); ++i) {
    if (!is_used(in_use_[i])) make_idle(in_use_[i]);
  }
  in_use_.resize(same);
  for (std::size_t i = same; i < count; ++i) {
    in_use_.push_back(number_of(i));
    threads_[in_use_.back()].used = true;
  }
}

void ProgramMemory::restore(const Snapshot& from) {
  use_regions(from.used.size(), [&](std::size_t i) { return from.used[i].number; });
  const std::byte* bytes = from.bytes.data();
  for (const Range& range : saved_globals_) bytes = copy_in(range.begin, bytes, range.size);
  for (const Snapshot::Used& used : from.used) {
    bytes = copy_stack_in(used.stack_pointer, bytes, stack_bytes(used.number, used.stack_pointer),
                          threads_[used.number].stack_pointer);
    bytes = copy_in(used.metadata.begin, bytes, used.metadata.size);
    if (used.bytes.size > 0) bytes = copy_in(used.bytes.begin, bytes, used.bytes.size);
    threads_[used.number].stack_pointer = used.stack_pointer;
  }
  restore_written_pages(from, bytes);
}

// Pages that were written since the snapshot held at that time what they had held from the start.
void ProgramMemory::restore_written_pages(const Snapshot& from, const std::byte* bytes) {
  const std::span<const Range> pages = written_pages_.written();
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const bool is_saved = i < from.written_pages;
    raw_copy(pages[i].begin, is_saved ? bytes : written_pages_.original(i), pages[i].size);
    if (is_saved) bytes += pages[i].size;
  }
}

bool ProgramMemory::written_pages_match(const Snapshot& snapshot, const std::byte* bytes) const {
  const std::span<const Range> pages = written_pages_.written();
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const bool is_saved = i < snapshot.written_pages;
    const std::byte* const then = is_saved ? bytes : written_pages_.original(i);
    if (!raw_equal(pages[i].begin, then, pages[i].size)) return false;
    if (is_saved) bytes += pages[i].size;
  }
  return true;
}

ProgramMemory::Segments ProgramMemory::segments_of(std::size_t number) const {
  std::byte* const stack = threads_[number].stack_pointer;
  Heap& heap = *Heap::at(thread_region(number));
  return {{{stack, stack_bytes(number, stack)}, heap.metadata(), heap.bytes()}};
}

void ProgramMemory::use_regions(std::span<const std::size_t> numbers) {
  use_regions(numbers.size(), [&](std::size_t i) { return numbers[i]; });
}

bool ProgramMemory::matches_snapshot(const Snapshot& snapshot, std::size_t number,
                                     const StackComparison& same) const {
  if (snapshot.used.size() != in_use_.size()) return false;
  const std::byte* bytes = snapshot.bytes.data();
  const auto equal = [&](const std::byte* now, std::size_t size) {
    bytes += size;
    return raw_equal(now, bytes - size, size);
  };
  for (const Range& range : saved_globals_) {
    if (!equal(range.begin, range.size)) return false;
  }
  for (const Snapshot::Used& used : snapshot.used) {
    const std::byte* const stack = threads_[used.number].stack_pointer;
    const std::size_t size = stack_bytes(used.number, used.stack_pointer);
    if (stack != used.stack_pointer) return false;
    if (used.number != number ? !equal(stack, size) : !same(bytes, stack, size)) return false;
    if (used.number == number) bytes += size;
    if (kAddressSanitizer) bytes += size / 8;
    Heap& heap = *Heap::at(thread_region(used.number));
    if (heap.metadata() != used.metadata || heap.bytes() != used.bytes) return false;
    if (!equal(used.metadata.begin, used.metadata.size)) return false;
    if (used.bytes.size > 0 && !equal(used.bytes.begin, used.bytes.size)) return false;
  }
  return written_pages_match(snapshot, bytes);
}

bool ProgramMemory::is_equivalent(const Snapshot& snapshot) const {
  if (snapshot.used.size() != in_use_.size()) return false;
  for (std::size_t i = 0; i < in_use_.size(); ++i) {
    const Snapshot::Used& used = snapshot.used[i];
    if (used.number != in_use_[i]) return false;
    if (used.stack_pointer != threads_[used.number].stack_pointer) return false;
  }
  const std::byte* then = snapshot.bytes.data();
  const auto is_equal = [&](const Range& now) {
    then += now.size;
    return raw_equal(now.begin, then - now.size, now.size);
  };
  if (!std::ranges::all_of(saved_globals_, is_equal)) return false;
  for (const Snapshot::Used& used : snapshot.used) {
    const std::size_t size = stack_bytes(used.number, used.stack_pointer);
    if (!is_equal({used.stack_pointer, size})) return false;
    then += with_shadow(size) - size;
    Heap& heap = *Heap::at(thread_region(used.number));
    if (heap.metadata() != used.metadata || !heap.is_equivalent(then)) return false;
    then += used.metadata.size;
    if (heap.bytes() != used.bytes || (used.bytes.size > 0 && !is_equal(used.bytes))) return false;
  }
  return written_pages_match(snapshot, then);
}

Fingerprint ProgramMemory::fingerprint_of(const void* from, std::size_t size) {
  if constexpr (!kAddressSanitizer) return mcheck::fingerprint(from, size);
  scratch_.bytes.resize(size);
  raw_copy(scratch_.bytes.data(), from, size);
  return mcheck::fingerprint(scratch_.bytes.data(), size);
}

Fingerprint ProgramMemory::fingerprint_without(std::size_t without) {
  Fingerprint all;
  for (const Range& range : saved_globals_) all = all.then(fingerprint_of(range.begin, range.size));
  for (const Range& page : written_pages_.written())
    all = all.then(fingerprint_of(page.begin, page.size));
  for (const std::size_t number : in_use_) {
    Heap& heap = *Heap::at(thread_region(number));
    all = all.then(fingerprint_of(heap.metadata().begin, heap.metadata().size));
    all = all.then(fingerprint_of(heap.bytes().begin, heap.bytes().size));
    if (number == without) continue;
    const std::byte* const stack = threads_[number].stack_pointer;
    all = all.then(fingerprint_of(stack, stack_bytes(number, stack)));
  }
  return all;
}

std::uint64_t ProgramMemory::checksum_without(std::size_t without) const {
  std::uint64_t sum = 0;
  for (const Range& range : saved_globals_) sum += checksum(range.begin, range.size);
  for (const Range& page : written_pages_.written()) sum += checksum(page.begin, page.size);
  for (const std::size_t number : in_use_) {
    Heap& heap = *Heap::at(thread_region(number));
    sum += checksum(heap.metadata().begin, heap.metadata().size);
    sum += checksum(heap.bytes().begin, heap.bytes().size);
    if (number == without) continue;
    const std::byte* const stack = threads_[number].stack_pointer;
    sum += checksum(stack, stack_bytes(number, stack));
  }
  return sum;
}

Fingerprint ProgramMemory::fingerprint() {
  snapshot(scratch_);
  return mcheck::fingerprint(scratch_.bytes.data(), scratch_.size);
}

}  // namespace mcheck
