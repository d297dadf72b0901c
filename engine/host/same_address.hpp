// SPDX-License-Identifier: MIT
// The ABA of an execution: an exchange that succeeded because a block has the address of an older
// one that the thread had read of, and that was given back meanwhile.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/search/execution.hpp"

namespace mcheck {

// Which events of the log it is made of, in the order in which they happened.
struct SameAddress {
  std::size_t read = 0;      // the thread reads the address
  std::size_t freed = 0;     // the block there is given back,
  std::size_t had = 0;       // and allocated again
  std::size_t exchange = 0;  // the thread takes it for the one that it has read of
};

// The first; none where no freed block was had again so (runtime/reuse.hpp).
[[nodiscard]] std::optional<SameAddress> same_address(const Execution& execution);

}  // namespace mcheck
