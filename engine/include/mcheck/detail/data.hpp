// SPDX-License-Identifier: MIT
// Plain data as the engine sees it: an object that is read and written. The data itself stays in
// memory, which is always up to date. The announced value is for reports, and makes writes of
// different values different operations.
#pragma once

#include <cstdint>

#include <mcheck/detail/object.hpp>
#include <mcheck/detail/values.hpp>

namespace mcheck::detail {

struct Data {
  Object* object = nullptr;
  std::uint64_t first = 0;  // its value if the engine does not know it yet
  std::uint8_t bytes = 8;
  bool unwritten = false;  // no value has been given to it so far
};

void data_made(const Data& data);
// Whether the language cleared the memory in which an object begins. Then `at` holds zero.
// Otherwise it holds what was left there, which is a pattern, because programs for mcheck are
// compiled that way.
[[nodiscard]] bool was_cleared(std::uint64_t* at) noexcept;
void data_destroyed(Object& object);
void data_read(const Data& data);
void data_write(const Data& data, std::uint64_t value);
// A write of a value that does not fit a word, or is not known yet.
void data_write_unknown(const Data& data);

}  // namespace mcheck::detail
