// SPDX-License-Identifier: MIT
// Library calls that change a container as a whole, whatever bytes they touch. push_back without
// reallocation writes one pointer and operator[] reads another, yet the two must not run at the
// same time. So if a library method writes the field that it always writes, the whole object counts
// as written. Only for conflicts: a data race is about bytes.
//
// The list has those methods of libstdc++ that write exactly one field of the object. Other methods
// are judged by the bytes they access.
#pragma once

#include <optional>
#include <string>

namespace mcheck {

// The bytes of the object before the start of the field, and from there on.
struct ContainerExtent {
  unsigned before = 0;
  unsigned after = 0;
};

// By the plain name (call_sites.hpp) of the function that writes eight bytes.
[[nodiscard]] std::optional<ContainerExtent> container_written_by(const std::string& function);

}  // namespace mcheck
