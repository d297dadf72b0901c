// SPDX-License-Identifier: MIT
// A read position in a section of debug information. Reading beyond the end returns zeros and makes
// the cursor bad: files may contain anything.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace mcheck {

class DebugCursor {
 public:
  DebugCursor(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(at) {
    if (at > bytes.size()) fail();
  }

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return at_ >= bytes_.size(); }
  [[nodiscard]] std::size_t at() const { return at_; }

  // An unsigned number of 1 to 8 bytes.
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    const std::string_view found = take(size);
    if (size <= sizeof value && !found.empty()) std::memcpy(&value, found.data(), size);
    return value;
  }
  // LEB128, unsigned and signed.
  std::uint64_t uleb128() { return read_leb128().value; }
  std::int64_t sleb128() {
    const Leb128 read = read_leb128();
    const bool negative = read.bits < 64 && (read.last & 0x40) != 0;
    return static_cast<std::int64_t>(negative ? read.value | (~std::uint64_t{0} << read.bits)
                                              : read.value);
  }
  // A zero-terminated string; moves behind the zero.
  std::string_view text() {
    const std::size_t end = good_ ? bytes_.find('\0', at_) : std::string_view::npos;
    if (end == std::string_view::npos) {
      fail();
      return {};
    }
    const std::string_view found = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }
  std::string_view take(std::uint64_t size) {
    if (!good_ || size > bytes_.size() - at_) {
      fail();
      return {};
    }
    const std::string_view found = bytes_.substr(at_, size);
    at_ += size;
    return found;
  }

 private:
  struct Leb128 {
    std::uint64_t value = 0;
    unsigned bits = 0;
    unsigned char last = 0;
  };

  Leb128 read_leb128() {
    Leb128 read;
    do {
      const std::string_view byte = take(1);
      read.last = byte.empty() ? 0 : static_cast<unsigned char>(byte[0]);
      if (read.bits < 64) read.value |= std::uint64_t{read.last & 0x7fu} << read.bits;
      read.bits += 7;
    } while ((read.last & 0x80) != 0);
    return read;
  }
  void fail() {
    good_ = false;
    at_ = bytes_.size();
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

}  // namespace mcheck
