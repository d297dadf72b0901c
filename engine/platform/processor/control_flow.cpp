// SPDX-License-Identifier: MIT
#include "engine/platform/processor/control_flow.hpp"

#include <cstdint>
#include <cstring>

namespace mcheck {
namespace {

// Hints for branches, `bnd`, `notrack` and the `rep` of a return.
bool is_prefix(unsigned char byte) {
  return byte == 0x2e || byte == 0x3e || byte == 0xf2 || byte == 0xf3;
}

template <class Number>
std::ptrdiff_t target_at_end_of(std::string_view code) {
  Number distance{};
  if (code.size() < sizeof distance) return 0;
  std::memcpy(&distance, code.data() + code.size() - sizeof distance, sizeof distance);
  return static_cast<std::ptrdiff_t>(code.size()) + distance;
}

}  // namespace

ControlFlow control_flow_of(std::string_view code) {
  using enum ControlFlow::Kind;
  std::size_t at = 0;
  while (at < code.size() && is_prefix(static_cast<unsigned char>(code[at]))) ++at;
  const auto byte = [&](std::size_t i) {
    return at + i < code.size() ? static_cast<unsigned char>(code[at + i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first >= 0x70 && first <= 0x7f) return {kBranch, target_at_end_of<std::int8_t>(code)};
  if (first >= 0xe0 && first <= 0xe3) return {kBranch, target_at_end_of<std::int8_t>(code)};
  if (first == 0x0f && byte(1) >= 0x80 && byte(1) <= 0x8f)
    return {kBranch, target_at_end_of<std::int32_t>(code)};
  if (first == 0xeb) return {kJump, target_at_end_of<std::int8_t>(code)};
  if (first == 0xe9) return {kJump, target_at_end_of<std::int32_t>(code)};
  const bool returns = first == 0xc2 || first == 0xc3;
  const bool traps = first == 0xf4 || (first == 0x0f && byte(1) == 0x0b);
  const bool is_extended = (first & 0xf0) == 0x40;  // by a REX prefix
  const bool jumps =
      (is_extended ? byte(1) : first) == 0xff && ((is_extended ? byte(2) : byte(1)) >> 3 & 7) == 4;
  return {jumps ? kComputedJump : returns || traps ? kReturn : kNext, 0};
}

}  // namespace mcheck
