// SPDX-License-Identifier: MIT
// From call stacks to places in the user's code: an access inside the C++ library is reported as
// the call that the user wrote, std::vector<int>::push_back at queue.cpp:12.
//
// Library code is code from the compiler's or the system's headers, and methods of classes that the
// user has listed. The place is the innermost function that is not library code. An operation that
// the library calls on elements (a destructor, a copy, a comparison, a hash) is skipped for the
// next function further out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/host/names/symbolizer.hpp"
#include "engine/runtime/conflicts/conflicts.hpp"
#include "engine/trace/results/conflict_list.hpp"

namespace mcheck {

struct FoundSite {
  CallSite site;
  // Calls of this type synchronise themselves: std::atomic, a mutex, a future.
  bool safe = false;
  // What the user declared about the method; empty: nothing.
  std::string declared_effect{};  // "reads", "writes", "safe"
};

// Innermost first, with inlined functions. No value: no user code is on the stack.
[[nodiscard]] std::optional<FoundSite> call_site_of(const std::vector<SourceLocation>& places,
                                                    const std::vector<UserClass>& classes);

// Adds what methods of classes declare about themselves, by a place in each
// (<mcheck/conflicts.hpp>).
[[nodiscard]] std::vector<UserClass> with_annotated_methods(
    std::vector<UserClass> classes, std::span<const Conflicts::Annotated> annotated);

// The number that names a pair of call stacks in a schedule, whichever comes first: a hash of the
// functions and of the lines that are not library code. It stays the same when the program is
// relinked, by another linker or with other code. Never 0.
[[nodiscard]] std::uint32_t conflict_hash(const std::vector<SourceLocation>& one,
                                          const std::vector<SourceLocation>& other);

// "std::vector<int, std::allocator<int> >::push_back(int const&)" → "std::vector<int>::push_back"
[[nodiscard]] std::string plain_name(std::string function);

}  // namespace mcheck
