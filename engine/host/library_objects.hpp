// SPDX-License-Identifier: MIT
// Calls that change a container as a whole, whatever bytes they touch: push_back where there is
// room writes one pointer, and operator[] reads another; yet nobody may call both at the same time.
// So where a method of the library is seen to write the field that it always writes, all of the
// object counts as written. Only for conflicts: a data race is of bytes.
//
// The methods are those of libstdc++ that write one field of the object by themselves, and nothing
// else. What is not in the list is judged by its bytes.
#pragma once

#include <optional>
#include <string>

namespace mcheck {

// The object reaches from so many bytes before the field to so many behind its beginning.
struct ObjectExtent {
  unsigned before = 0;
  unsigned behind = 0;
};

// By the plain name of the function (conflict_sites.hpp) that writes eight bytes.
[[nodiscard]] std::optional<ObjectExtent> object_written_by(const std::string& function);

}  // namespace mcheck
