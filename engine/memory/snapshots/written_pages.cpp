// SPDX-License-Identifier: MIT
#include "engine/memory/snapshots/written_pages.hpp"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "engine/platform/processor/processor.hpp"

namespace mcheck {
namespace {

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

std::uintptr_t page_begin(const void* address) {
  return number(address) / WrittenPages::kPageBytes * WrittenPages::kPageBytes;
}

Range range_between(std::uintptr_t begin, std::uintptr_t end) {
  return {reinterpret_cast<std::byte*>(begin), end - begin};
}

bool holds(const Range& range, const void* address) {
  return number(address) - number(range.begin) < range.size;
}

bool is_within(std::span<const Range> ranges, const Range& part) {
  return std::ranges::any_of(ranges, [&](const Range& range) {
    return holds(range, part.begin) && holds(range, part.begin + part.size - 1);
  });
}

// The kernel writes to them, if they are not buffered.
bool holds_standard_stream(std::uintptr_t page) {
  return std::ranges::any_of(
      std::array<const void*, 3>{stdin, stdout, stderr}, [&](const void* stream) {
        const auto* const bytes = static_cast<const std::byte*>(stream);
        return page_begin(bytes) == page || page_begin(bytes + sizeof(FILE) - 1) == page;
      });
}

void set_writable(std::uintptr_t page, bool writable) {
  const long protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  (void)raw_system_call(
      SYS_mprotect, {static_cast<long>(page), long{WrittenPages::kPageBytes}, protection, 0, 0, 0});
}

}  // namespace

void WrittenPages::watch(const RarelyWritten& rarely, std::vector<Range>& ranges) {
  std::vector<Range> rest;
  for (const Range& range : ranges) {
    const std::uintptr_t end = number(range.begin) + range.size;
    for (std::uintptr_t at = number(range.begin); at < end;) {
      const std::uintptr_t page = page_begin(reinterpret_cast<const void*>(at));
      const Range part = range_between(at, std::min(page + kPageBytes, end));
      const bool whole = part.size == kPageBytes && is_within({&rarely.tables, 1}, part);
      const bool is_watched = whole || is_within(rarely.libraries, part);
      if (is_watched && !holds_standard_stream(page)) {
        watched_.push_back(part);
      } else if (!rest.empty() && rest.back().begin + rest.back().size == part.begin) {
        rest.back().size += part.size;
      } else {
        rest.push_back(part);
      }
      at += part.size;
    }
  }
  ranges = std::move(rest);
  written_.resize(watched_.size());
  originals_.resize(watched_.size() * kPageBytes);
  count_ = 0;
  for (const Range& part : watched_) set_writable(page_begin(part.begin), false);
}

void WrittenPages::unwatch() {
  for (const Range& part : watched_) set_writable(page_begin(part.begin), true);
  watched_.clear();
  count_ = 0;
}

bool WrittenPages::handle_fault(const void* address) {
  const std::uintptr_t page = page_begin(address);
  const auto is_there = [&](const Range& part) { return page_begin(part.begin) == page; };
  if (std::ranges::none_of(watched_, is_there)) return false;
  if (std::ranges::any_of(written(), is_there)) return false;
  for (const Range& part : watched_) {
    if (!is_there(part)) continue;
    std::memcpy(originals_.data() + count_ * kPageBytes, part.begin, part.size);
    written_[count_++] = part;
  }
  set_writable(page, true);
  return true;
}

}  // namespace mcheck
