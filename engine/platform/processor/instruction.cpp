// SPDX-License-Identifier: MIT
// An instruction consists of prefixes, an opcode, and what the opcode requires: operands (ModRM,
// SIB, displacement) and an immediate. So tables of opcodes determine the length.
//
// Source   Intel 64 Manual, volume 2, chapter 2 and appendix A (opcode maps).
// Limits   Encodings that compilers and assemblers do not emit in 64-bit mode are unknown.
// Oracle   tests/intercept/accesses/instructions_test.cpp: objdump, on all of the C and C++
// libraries.
#include "engine/platform/processor/instruction.hpp"

#include <cstdint>

namespace mcheck {
namespace {

// What follows each opcode:
//   .  nothing             m  operands             M W  operands, an immediate of 1 or 4 bytes
//   b  one byte            w  four bytes           s e  two, three bytes
//   j  distance of four    a  an address           i    four bytes, or eight with REX.W
//   t T  operands, and for `test` an immediate of 1 or 4 bytes   p  a prefix   ?  unknown
// An operand size prefix makes two of four bytes, except for a distance.
constexpr std::string_view kOneByte =
    "mmmmbw??mmmmbw??mmmmbw??mmmmbw??mmmmbwp?mmmmbwp?mmmmbwp?mmmmbwp?"   // 00 to 3f
    "pppppppppppppppp................???mppppwWbM....bbbbbbbbbbbbbbbb"   // 40 to 7f
    "MW?Mmmmmmmmmmmmm..........?.....aaaa....bw......bbbbbbbbiiiiiiii"   // 80 to bf
    "MMs.??MWe.s..b?.mmmm???.mmmmmmmmbbbbbbbbjj?b....p.pp..tT......mm";  // c0 to ff
constexpr std::string_view kTwoByte =
    "mmmm?.....?.?m.Mmmmmmmmmmmmmmmmmmmmm????mmmmmmmm......?.????????"   // 00 to 3f
    "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmMMMMmmm.mm??mmmm"   // 40 to 7f
    "jjjjjjjjjjjjjjjjmmmmmmmmmmmmmmmm...mMm??...mMmmmmmmmmmmmmmMmmmmm"   // 80 to bf
    "mmMmMMMm........mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm";  // c0 to ff
static_assert(kOneByte.size() == 256 && kTwoByte.size() == 256);

// Reads byte by byte. Past the end it reads zeros, and `size` is then 0.
class Decoder {
 public:
  explicit Decoder(std::string_view code) : code_(code) {}

  Instruction decode() {
    read_prefixes();
    const char layout = read_opcode();
    if (layout == '?') return {};
    read_remainder(layout);
    instruction_.size = at_ <= code_.size() ? at_ : 0;
    return instruction_;
  }

 private:
  [[nodiscard]] unsigned peek() const {
    return at_ < code_.size() ? static_cast<unsigned char>(code_[at_]) : 0u;
  }
  unsigned take() {
    const unsigned byte = peek();
    ++at_;
    return byte;
  }
  void skip(std::size_t bytes) { at_ += bytes; }

  // A REX prefix is effective only directly before the opcode.
  void read_prefixes() {
    for (; at_ < code_.size() && kOneByte[peek()] == 'p'; ++at_) {
      const unsigned byte = peek();
      rex_ = byte >> 4 == 4 ? byte : 0;
      instruction_.is_locked |= byte == 0xf0;
      instruction_.is_thread_local |= byte == 0x64;
      has_operand_size_prefix_ |= byte == 0x66;
      has_address_size_prefix_ |= byte == 0x67;
      has_repne_prefix_ |= byte == 0xf2;
    }
  }

  char read_opcode() {
    const unsigned byte = take();
    if (byte == 0x62 || byte == 0xc4 || byte == 0xc5) return read_vector_opcode(byte);
    if (byte == 0x0f) return read_two_byte_opcode();
    instruction_.is_exchange = byte == 0x86 || byte == 0x87;
    if (byte == 0x8f && (peek() & 0x38) != 0) return '?';
    if (kOneByte[byte] == 'j' && is_short()) return '?';
    return kOneByte[byte];
  }

  char read_two_byte_opcode() {
    const unsigned byte = take();
    if (byte == 0x38 || byte == 0x3a) {
      take();
      return byte == 0x38 ? 'm' : 'M';
    }
    const bool takes_two_bytes = byte == 0x78 && (has_operand_size_prefix_ || has_repne_prefix_);
    if (takes_two_bytes || (kTwoByte[byte] == 'j' && is_short())) return '?';
    return kTwoByte[byte];
  }

  // VEX of two or three bytes, and EVEX of four. They contain the number of the opcode table.
  char read_vector_opcode(unsigned first) {
    unsigned table = 1;
    if (first == 0xc5) {
      skip(1);
    } else {
      table = peek() & (first == 0x62 ? 7u : 31u);
      skip(first == 0x62 ? 3 : 2);
    }
    const unsigned byte = take();
    if (table == 1) return kTwoByte[byte];
    if (table == 3) return 'M';
    return table == 0 || table > 6 ? '?' : 'm';
  }

  [[nodiscard]] bool is_wide() const { return (rex_ & 8) != 0; }
  [[nodiscard]] bool is_short() const { return has_operand_size_prefix_ && !is_wide(); }
  [[nodiscard]] std::size_t value_bytes() const { return is_short() ? 2 : 4; }

  void read_remainder(char layout) {
    switch (layout) {
      case 'm': return read_operands();
      case 'M': return read_operands(), skip(1);
      case 'W': return read_operands(), skip(value_bytes());
      case 'b': return skip(1);
      case 'w': return skip(value_bytes());
      case 's': return skip(2);
      case 'e': return skip(3);
      case 'j': return skip(4);
      case 'a': return skip(has_address_size_prefix_ ? 4 : 8);
      case 'i': return skip(is_wide() ? 8 : value_bytes());
      case 't':
      case 'T': {
        const bool is_test = (peek() & 0x30) == 0;
        read_operands();
        return skip(!is_test ? 0 : layout == 't' ? 1 : value_bytes());
      }
      default: return;
    }
  }

  void read_operands() {
    const unsigned operands = take();
    const unsigned mode = operands >> 6;
    if (mode == 3) return;  // registers
    instruction_.has_memory = true;
    unsigned base = operands & 7;
    const bool has_index = base == 4;
    if (has_index) {
      base = take() & 7;
      instruction_.is_on_stack = base == 4 && (rex_ & 1) == 0;
    }
    if (mode == 0) skip(base == 5 ? 4 : 0);
    if (mode == 1) skip(1);
    if (mode == 2) skip(4);
  }

  std::string_view code_;
  std::size_t at_ = 0;
  Instruction instruction_;
  unsigned rex_ = 0;
  bool has_operand_size_prefix_ = false;
  bool has_address_size_prefix_ = false;
  bool has_repne_prefix_ = false;
};

}  // namespace

Instruction instruction_at(std::string_view code) { return Decoder(code).decode(); }

}  // namespace mcheck
