// SPDX-License-Identifier: MIT
#include "engine/intercept/format_ranges.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "engine/intercept/locale_state.hpp"

namespace mcheck {
namespace {

enum class Type : std::uint8_t {
  kNone,  // no argument has this number
  kWord,  // int, long, a pointer: all have one size in a va_list
  kDouble,
  kLongDouble,
  kText,
  kWideText,
  kTarget,
};

struct Argument {
  Type type = Type::kNone;
  std::size_t size = 0;   // of a target
  int precision = -1;     // of a string: its maximal length; -1: to its end
  int precision_at = -1;  // or the number of the argument that holds it
};

constexpr std::size_t kMost = 32;  // per call; further arguments are not checked

// One conversion specification: "%2$-10.*ld".
template <class Char>
struct Conversion {
  const Char* at;
  std::size_t longs = 0;   // of l; j, z, t, q and L count as two
  std::size_t shorts = 0;  // of h
  bool long_double = false;

  int number() {
    int value = 0;
    while (*at >= '0' && *at <= '9') value = value * 10 + static_cast<int>(*at++ - '0');
    return value;
  }
  // "2$"; -1: the next argument.
  int position() {
    const Char* const before = at;
    const int value = number();
    if (value > 0 && *at == '$') {
      ++at;
      return value - 1;
    }
    at = before;
    return -1;
  }
  void skip(std::string_view these) {
    while (*at != 0 && *at < 128 && these.find(static_cast<char>(*at)) != std::string_view::npos)
      ++at;
  }
  void read_length() {
    for (;; ++at) {
      if (*at == 'l' || *at == 'z' || *at == 'j' || *at == 't' || *at == 'q') {
        ++longs;
      } else if (*at == 'L') {
        ++longs;
        long_double = true;
      } else if (*at == 'h') {
        ++shorts;
      } else {
        return;
      }
    }
  }
  [[nodiscard]] std::size_t integer_size() const {
    if (longs > 0) return sizeof(long);
    return shorts == 0 ? sizeof(int) : shorts == 1 ? sizeof(short) : sizeof(char);
  }
};

// The arguments that a format uses, by their numbers.
template <class Char>
class PrintedArguments {
 public:
  explicit PrintedArguments(const Char* format) {
    for (const Char* at = format; *at != 0;) {
      if (*at++ != '%') continue;
      if (*at == '%') {
        ++at;
        continue;
      }
      at = take(at);
    }
  }

  [[nodiscard]] const std::array<Argument, kMost>& all() const { return arguments_; }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  int place(int position, Argument argument) {
    const int at = position >= 0 ? position : next_++;
    if (at >= static_cast<int>(kMost)) return at;
    arguments_[static_cast<std::size_t>(at)] = argument;
    count_ = std::max(count_, static_cast<std::size_t>(at) + 1);
    return at;
  }

  const Char* take(const Char* at) {
    Conversion<Char> one{.at = at};
    const int position = one.position();
    one.skip("-+ #0'I");
    star_or_number(one);
    Argument argument;
    if (*one.at == '.') {
      ++one.at;
      argument.precision_at = star_or_number(one);
      if (argument.precision_at < 0) argument.precision = last_number_;
    }
    one.read_length();
    if (*one.at == 0) return one.at;
    argument.type = type_of(one);
    if (argument.type == Type::kTarget) argument.size = one.integer_size();
    if (argument.type != Type::kNone) place(position, argument);
    return one.at + 1;
  }

  // The number of the argument that a star stands for; -1: none.
  int star_or_number(Conversion<Char>& one) {
    if (*one.at != '*') {
      last_number_ = one.number();
      return -1;
    }
    ++one.at;
    return place(one.position(), {.type = Type::kWord});
  }

  static Type type_of(const Conversion<Char>& one) {
    switch (static_cast<char32_t>(*one.at)) {
      case 's': return one.longs > 0 ? Type::kWideText : Type::kText;
      case 'S': return Type::kWideText;
      case 'n': return Type::kTarget;
      case 'm': return Type::kNone;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': return one.long_double ? Type::kLongDouble : Type::kDouble;
      default: return Type::kWord;
    }
  }

  std::array<Argument, kMost> arguments_{};
  std::size_t count_ = 0;
  int next_ = 0;
  int last_number_ = 0;
};

template <class Char>
void judge_text(const LibraryCall& call, const Char* text, int limit) {
  if (limit < 0) return call.text(text);
  call.text(text, static_cast<std::size_t>(limit));
}

template <class Char>
void printed(const LibraryCall& call, const Char* format, va_list list) {
  call.text(format);
  call.looks_at(state_of_locale());
  const PrintedArguments<Char> arguments(format);
  std::array<std::uintptr_t, kMost> words{};
  va_list copy;
  va_copy(copy, list);
  for (std::size_t n = 0; n < arguments.count(); ++n) {
    switch (arguments.all()[n].type) {
      case Type::kDouble: va_arg(copy, double); break;
      case Type::kLongDouble: va_arg(copy, long double); break;
      default: words[n] = va_arg(copy, std::uintptr_t);
    }
  }
  va_end(copy);
  for (std::size_t n = 0; n < arguments.count(); ++n) {
    const Argument& argument = arguments.all()[n];
    const int star = argument.precision_at;
    const int limit = star >= 0 && star < static_cast<int>(kMost)
                          ? static_cast<int>(words[static_cast<std::size_t>(star)])
                          : argument.precision;
    const auto* const pointer = reinterpret_cast<const char*>(words[n]);
    if (argument.type == Type::kText) judge_text(call, pointer, limit);
    if (argument.type == Type::kWideText) {
      judge_text(call, reinterpret_cast<const wchar_t*>(pointer), limit);
    }
    if (argument.type == Type::kTarget) call.writes(pointer, argument.size);
  }
}

// Reports what one conversion of scanf() writes to its target.
template <class Char>
void judge_target(const LibraryCall& call, const Conversion<Char>& one, void* target, int width,
                  bool allocates) {
  const auto kind = static_cast<char32_t>(*one.at);
  const bool wide = one.longs > 0 || kind == 'S' || kind == 'C';
  if (allocates) {
    call.writes(target, sizeof(void*));
    if (kind == 'c' || kind == 'C') return;
    target = *static_cast<void**>(target);
  }
  if (kind == 's' || kind == 'S' || kind == '[') {
    if (wide) return call.writes_text(static_cast<const wchar_t*>(target));
    return call.writes_text(static_cast<const char*>(target));
  }
  if (kind == 'c' || kind == 'C') {
    const auto count = static_cast<std::size_t>(std::max(width, 1));
    return call.writes(target, count * (wide ? sizeof(wchar_t) : 1));
  }
  const bool is_real = kind < 128 && std::string_view("aAeEfFgG").find(static_cast<char>(kind)) !=
                                         std::string_view::npos;
  const std::size_t real = one.long_double ? sizeof(long double)
                           : one.longs > 0 ? sizeof(double)
                                           : sizeof(float);
  call.writes(target, is_real ? real : kind == 'p' ? sizeof(void*) : one.integer_size());
}

// The position behind the set of "%[^]a]".
template <class Char>
const Char* end_of_set(const Char* at) {
  ++at;
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at != 0 && *at != ']') ++at;
  return at;
}

template <class Char>
void scanned(const LibraryCall& call, const Char* format, va_list list, int assigned) {
  call.text(format);
  call.looks_at(state_of_locale());
  std::array<void*, kMost> targets{};
  va_list copy;
  va_copy(copy, list);
  std::size_t taken = 0;
  int next = 0;
  for (const Char* at = format; *at != 0;) {
    if (*at++ != '%') continue;
    Conversion<Char> one{.at = at};
    const int position = one.position();
    const bool discards = *one.at == '*';
    one.skip("*'I");
    const int width = one.number();
    const bool allocates = *one.at == 'm';
    one.skip("m");
    one.read_length();
    if (*one.at == 0) break;
    at = (*one.at == '[' ? end_of_set(one.at) : one.at);
    if (*at != 0) ++at;
    if (*one.at == '%' || discards) continue;
    if (*one.at != 'n' && assigned-- <= 0) break;
    const auto number = static_cast<std::size_t>(position >= 0 ? position : next++);
    if (number >= kMost) break;
    while (taken <= number) targets[taken++] = va_arg(copy, void*);
    judge_target(call, one, targets[number], width, allocates);
  }
  va_end(copy);
}

}  // namespace

void judge_printed(const LibraryCall& call, const char* format, va_list list) {
  printed(call, format, list);
}
void judge_printed(const LibraryCall& call, const wchar_t* format, va_list list) {
  printed(call, format, list);
}
void judge_scanned(const LibraryCall& call, const char* format, va_list list, int assigned) {
  scanned(call, format, list, assigned);
}
void judge_scanned(const LibraryCall& call, const wchar_t* format, va_list list, int assigned) {
  scanned(call, format, list, assigned);
}

}  // namespace mcheck
