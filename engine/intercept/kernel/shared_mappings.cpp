// SPDX-License-Identifier: MIT
#include "engine/intercept/kernel/shared_mappings.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "engine/base/host_state.hpp"
#include "engine/intercept/program/program_call.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kPage = 4096;

struct Mapping {
  std::uintptr_t begin = 0;  // equal to `end`: a free entry
  std::uintptr_t end = 0;
  Backing backing;

  [[nodiscard]] bool is_free() const { return begin == end; }
  [[nodiscard]] bool is_shared_writable() const { return backing.shared && backing.writable; }
  [[nodiscard]] std::uint64_t file_end() const { return backing.offset + (end - begin); }

  // The part of it that lies in that range.
  [[nodiscard]] Mapping intersection(std::uintptr_t from, std::uintptr_t to) const {
    Mapping part = *this;
    part.begin = std::clamp(from, begin, end);
    part.end = std::clamp(to, part.begin, end);
    part.backing.offset += part.begin - begin;
    return part;
  }
};

constexpr std::size_t kMaxMappings = 256;
// Of the current execution: mappings of an earlier one no longer exist.
MCHECK_PROGRAM_STATE Mapping mappings[kMaxMappings];
// There were more private mappings than entries: one of them may map any file.
MCHECK_PROGRAM_STATE bool has_unlisted_private = false;
MCHECK_PROGRAM_STATE ino_t anonymous_count = 0;

bool is_aliased(const Mapping& one, const Mapping& other) {
  return !one.is_free() && one.backing.device == other.backing.device &&
         one.backing.file == other.backing.file && one.backing.offset < other.file_end() &&
         other.backing.offset < one.file_end() &&
         (one.is_shared_writable() || other.is_shared_writable());
}

void add_mapping(const Mapping& added) {
  if (added.is_free()) return;
  if ((added.is_shared_writable() && has_unlisted_private) ||
      std::ranges::any_of(mappings, [&](const Mapping& it) { return is_aliased(it, added); })) {
    reject_call(
        "maps a part of a file or of shared memory at two addresses, which is not modelled: what "
        "threads do at one address is not related to the other; map it once, and "
        "share the pointer");
  }
  Mapping* const entry = std::ranges::find_if(mappings, &Mapping::is_free);
  if (entry != std::end(mappings)) {
    *entry = added;
  } else if (added.backing.shared || std::ranges::any_of(mappings, &Mapping::is_shared_writable)) {
    reject_call("has more than 256 mappings of files, some of which are shared");
  } else {
    has_unlisted_private = true;
  }
}

struct PageRange {
  std::uintptr_t begin;
  std::uintptr_t end;
};

PageRange pages_of(const void* address, std::size_t size) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return {begin, begin + ((size + kPage - 1) & ~(kPage - 1))};
}

// Removes the range from each entry that overlaps it, and passes each removed part to `use`.
template <class Use>
void cut_out(const PageRange& range, Use use) {
  for (Mapping& entry : mappings) {
    const Mapping whole = entry;
    const Mapping part = whole.intersection(range.begin, range.end);
    if (whole.is_free() || part.is_free()) continue;
    entry = {};
    add_mapping(whole.intersection(whole.begin, part.begin));
    add_mapping(whole.intersection(part.end, whole.end));
    use(part);
  }
}

}  // namespace

void note_mapping(const void* address, std::size_t size, Backing backing) {
  note_unmapping(address, size);  // MAP_FIXED
  const PageRange range = pages_of(address, size);
  if (backing.device == Backing::kAnonymous) backing.file = ++anonymous_count;
  add_mapping({range.begin, range.end, backing});
}

void note_writable_mapping(const void* address, std::size_t size) {
  cut_out(pages_of(address, size), [](Mapping part) {
    part.backing.writable = true;
    add_mapping(part);
  });
}

void note_unmapping(const void* address, std::size_t size) {
  cut_out(pages_of(address, size), [](const Mapping&) {});
}

void note_detached_segment(const void* address) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  for (Mapping& entry : mappings) {
    if (entry.begin == begin && entry.backing.device == Backing::kSegment) entry = {};
  }
}

// The kernel moves pages of one mapping only; here that may be several entries.
void note_remapping(const RemappedRange& remapped, const void* to, std::size_t size) {
  const PageRange range = pages_of(remapped.from, remapped.size > 0 ? remapped.size : 1);
  std::optional<Backing> moved;
  for (const Mapping& entry : mappings) {
    const Mapping part = entry.intersection(range.begin, range.end);
    if (part.is_free()) continue;
    const bool writable = part.backing.writable || (moved && moved->writable);
    if (!moved || part.begin == range.begin) moved = part.backing;
    moved->writable = writable;
  }
  if (!moved) return;
  if (!remapped.old_stays) note_unmapping(remapped.from, remapped.size);
  note_unmapping(to, size);
  const PageRange there = pages_of(to, size);
  add_mapping({there.begin, there.end, *moved});
}

bool any_file_is_mapped() {
  return std::ranges::any_of(mappings, [](const Mapping& it) { return !it.is_free(); });
}

MappedBytes mapped_bytes(const FilePart& part, std::size_t& next) {
  while (next < kMaxMappings) {
    const Mapping& entry = mappings[next++];
    const Backing& backing = entry.backing;
    if (entry.is_free() || backing.device != part.device || backing.file != part.file) continue;
    const std::uint64_t first = std::max(backing.offset, part.offset);
    const std::uint64_t last = std::min(entry.file_end(), part.offset + part.size);
    if (first >= last) continue;
    return {.address = reinterpret_cast<const void*>(entry.begin + (first - backing.offset)),
            .size = last - first,
            .shared = backing.shared,
            .writable = backing.writable};
  }
  return {};
}

}  // namespace mcheck
