// SPDX-License-Identifier: MIT
// Plain data as the engine sees it: an object that is read and written. The data itself stays in
// memory, which is always up to date; what is announced is what reports show, and what makes two
// writes of different values two different writes.
#pragma once

#include <cstdint>

#include <mcheck/detail/object.hpp>
#include <mcheck/detail/values.hpp>

namespace mcheck::detail {

struct Data {
  Object* object = nullptr;
  std::uint64_t first = 0;  // its value if the engine does not know it yet
  std::uint8_t bytes = 8;
  bool unwritten = false;  // as of now: nobody has given it a value
};

void data_made(const Data& data);
// Whether the language has cleared the memory in which an object begins: `at` holds zero then, and
// otherwise whatever was left there, which programs for mcheck are compiled to have as a pattern.
[[nodiscard]] bool was_cleared(std::uint64_t* at) noexcept;
void data_ended(Object& object);
void data_read(const Data& data);
void data_write(const Data& data, std::uint64_t value);
// A write of a value that does not fit a word, or is not known yet.
void data_write_unseen(const Data& data);

}  // namespace mcheck::detail
