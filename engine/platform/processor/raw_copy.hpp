// SPDX-License-Identifier: MIT
// Copies memory of the program that a sanitizer may have poisoned: stacks with red zones, freed
// blocks, globals of other objects.
#pragma once

#include <cstddef>
#include <cstring>

namespace mcheck {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#else
inline constexpr bool kAddressSanitizer = false;
#endif

inline void raw_copy(void* to, const void* from, std::size_t size) {
  if constexpr (kAddressSanitizer) {
    asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
  } else {
    std::memcpy(to, from, size);
  }
}

inline bool raw_equal(const void* a, const void* b, std::size_t size) {
  if constexpr (kAddressSanitizer) {
    bool equal = true;
    asm volatile("cmp %%rcx, %%rcx\n\trepe cmpsb"
                 : "=@cce"(equal), "+D"(a), "+S"(b), "+c"(size)
                 :
                 : "memory");
    return equal;
  } else {
    return std::memcmp(a, b, size) == 0;
  }
}

inline void raw_fill(void* at, unsigned char value, std::size_t size) {
  if constexpr (kAddressSanitizer) {
    asm volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(value) : "memory");
  } else {
    std::memset(at, value, size);
  }
}

}  // namespace mcheck
