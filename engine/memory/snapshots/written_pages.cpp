// SPDX-License-Identifier: MIT
#include "engine/memory/snapshots/written_pages.hpp"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/platform/processor/processor.hpp"

namespace mcheck {
namespace {

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

Range range_between(std::uintptr_t begin, std::uintptr_t end) {
  return {reinterpret_cast<std::byte*>(begin), end - begin};
}

bool holds(const Range& range, const void* address) {
  return number(address) - number(range.begin) < range.size;
}

// The kernel writes to them, if they are not buffered.
bool holds_standard_stream(const Range& page) {
  return std::ranges::any_of(std::array<const void*, 3>{stdin, stdout, stderr},
                             [&](const void* stream) {
                               const auto* const bytes = static_cast<const std::byte*>(stream);
                               return holds(page, bytes) || holds(page, bytes + sizeof(FILE) - 1);
                             });
}

bool is_within(std::span<const Range> ranges, const Range& page) {
  return std::ranges::any_of(ranges, [&](const Range& range) {
    return holds(range, page.begin) && holds(range, page.begin + page.size - 1);
  });
}

void set_writable(const Range& range, bool writable) {
  const long protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  const auto begin = reinterpret_cast<long>(range.begin);
  (void)raw_system_call(SYS_mprotect, {begin, static_cast<long>(range.size), protection});
}

}  // namespace

void WrittenPages::watch(std::span<const Range> candidates, std::vector<Range>& ranges) {
  std::size_t pages = 0;
  std::vector<Range> rest;
  for (const Range& range : ranges) {
    const std::uintptr_t end = number(range.begin) + range.size;
    std::uintptr_t kept_from = number(range.begin);
    std::uintptr_t page = (kept_from + kPageBytes - 1) / kPageBytes * kPageBytes;
    for (; page + kPageBytes <= end; page += kPageBytes) {
      if (!is_within(candidates, range_between(page, page + kPageBytes))) continue;
      if (holds_standard_stream(range_between(page, page + kPageBytes))) continue;
      if (page > kept_from) rest.push_back(range_between(kept_from, page));
      kept_from = page + kPageBytes;
      watched_.push_back(range_between(page, kept_from));
      ++pages;
    }
    if (end > kept_from) rest.push_back(range_between(kept_from, end));
  }
  ranges = std::move(rest);
  written_.resize(pages);
  originals_.resize(pages * kPageBytes);
  count_ = 0;
  for (const Range& page : watched_) set_writable(page, false);
}

void WrittenPages::unwatch() {
  for (const Range& page : watched_) set_writable(page, true);
  watched_.clear();
  count_ = 0;
}

bool WrittenPages::handle_fault(const void* address) {
  const auto page =
      std::ranges::find_if(watched_, [&](const Range& watched) { return holds(watched, address); });
  if (page == watched_.end()) return false;
  if (std::ranges::find(written(), *page) != written().end()) return false;
  std::memcpy(originals_.data() + count_ * kPageBytes, page->begin, kPageBytes);
  set_writable(*page, true);
  written_[count_++] = *page;
  return true;
}

}  // namespace mcheck
