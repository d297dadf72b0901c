// SPDX-License-Identifier: MIT
// From call stacks to places in the user's code: an access somewhere inside the C++ library is told
// as the call that the user wrote, std::vector<int>::push_back at queue.cpp:12.
//
// Library code is what comes from the compiler's or the system's headers, and methods of classes
// that the user has listed. The place is the innermost function that is no library's, but for one
// that a library calls and that nobody wrote to be a place: a destructor, a copy, a comparison, a
// hash of the elements; then it is the next one further out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/host/symbols.hpp"
#include "engine/runtime/conflicts.hpp"
#include "engine/trace/conflict_list.hpp"

namespace mcheck {

struct FoundSite {
  CallSite site;
  // Calls of this type order themselves: std::atomic, a mutex, a future.
  bool safe = false;
  // What the user said of the method; empty: nothing.
  std::string said{};  // "reads", "writes", "safe"
};

// Innermost first, with inlined functions. No value: nothing of the user's is there.
[[nodiscard]] std::optional<FoundSite> call_site_of(const std::vector<SourcePlace>& places,
                                                    const std::vector<UserClass>& classes);

// With what methods of classes say of themselves, by a place in each (<mcheck/conflicts.hpp>).
[[nodiscard]] std::vector<UserClass> with_marked(std::vector<UserClass> classes,
                                                 std::span<const Conflicts::Marked> marked);

// What both call stacks are named by in a schedule, whichever of them comes first: the functions,
// and the lines of those that are no library's. It stays when the program is linked anew, by
// another linker or beside other code. Not 0.
[[nodiscard]] std::uint32_t number_of(const std::vector<SourcePlace>& one,
                                      const std::vector<SourcePlace>& other);

// "std::vector<int, std::allocator<int> >::push_back(int const&)" → "std::vector<int>::push_back"
[[nodiscard]] std::string plain_name(std::string function);

}  // namespace mcheck
