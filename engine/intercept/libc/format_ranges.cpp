// SPDX-License-Identifier: MIT
#include "engine/intercept/libc/format_ranges.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "engine/intercept/libc/locale_state.hpp"

namespace mcheck {
namespace {

enum class ArgumentType : std::uint8_t {
  kNone,  // no argument has this number
  kWord,  // int, long, a pointer: all have one size in a va_list
  kDouble,
  kLongDouble,
  kString,
  kWideString,
  kTarget,
};

struct Argument {
  ArgumentType type = ArgumentType::kNone;
  std::size_t size = 0;   // of a target
  int precision = -1;     // of a string: its maximal length; -1: to its end
  int precision_at = -1;  // or the number of the argument that holds it
};

constexpr std::size_t kMaxArguments = 32;  // per call; further arguments are not checked

// One conversion specification: "%2$-10.*ld".
template <class Char>
struct Conversion {
  const Char* at;
  std::size_t long_count = 0;   // of l; j, z, t, q and L count as two
  std::size_t short_count = 0;  // of h
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
  void skip(std::string_view characters) {
    while (*at != 0 && *at < 128 &&
           characters.find(static_cast<char>(*at)) != std::string_view::npos)
      ++at;
  }
  void read_length() {
    for (;; ++at) {
      if (*at == 'l' || *at == 'z' || *at == 'j' || *at == 't' || *at == 'q') {
        ++long_count;
      } else if (*at == 'L') {
        ++long_count;
        long_double = true;
      } else if (*at == 'h') {
        ++short_count;
      } else {
        return;
      }
    }
  }
  [[nodiscard]] std::size_t integer_size() const {
    if (long_count > 0) return sizeof(long);
    return short_count == 0 ? sizeof(int) : short_count == 1 ? sizeof(short) : sizeof(char);
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
      at = parse_conversion(at);
    }
  }

  [[nodiscard]] const std::array<Argument, kMaxArguments>& all() const { return arguments_; }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  int store_argument(int position, Argument argument) {
    const int at = position >= 0 ? position : next_++;
    if (at >= static_cast<int>(kMaxArguments)) return at;
    arguments_[static_cast<std::size_t>(at)] = argument;
    count_ = std::max(count_, static_cast<std::size_t>(at) + 1);
    return at;
  }

  const Char* parse_conversion(const Char* at) {
    Conversion<Char> conversion{.at = at};
    const int position = conversion.position();
    conversion.skip("-+ #0'I");
    star_or_number(conversion);
    Argument argument;
    if (*conversion.at == '.') {
      ++conversion.at;
      argument.precision_at = star_or_number(conversion);
      if (argument.precision_at < 0) argument.precision = last_number_;
    }
    conversion.read_length();
    if (*conversion.at == 0) return conversion.at;
    argument.type = type_of(conversion);
    if (argument.type == ArgumentType::kTarget) argument.size = conversion.integer_size();
    if (argument.type != ArgumentType::kNone) store_argument(position, argument);
    return conversion.at + 1;
  }

  // The number of the argument that a star stands for; -1: none.
  int star_or_number(Conversion<Char>& conversion) {
    if (*conversion.at != '*') {
      last_number_ = conversion.number();
      return -1;
    }
    ++conversion.at;
    return store_argument(conversion.position(), {.type = ArgumentType::kWord});
  }

  static ArgumentType type_of(const Conversion<Char>& conversion) {
    switch (static_cast<char32_t>(*conversion.at)) {
      case 's':
        return conversion.long_count > 0 ? ArgumentType::kWideString : ArgumentType::kString;
      case 'S': return ArgumentType::kWideString;
      case 'n': return ArgumentType::kTarget;
      case 'm': return ArgumentType::kNone;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': return conversion.long_double ? ArgumentType::kLongDouble : ArgumentType::kDouble;
      default: return ArgumentType::kWord;
    }
  }

  std::array<Argument, kMaxArguments> arguments_{};
  std::size_t count_ = 0;
  int next_ = 0;
  int last_number_ = 0;
};

template <class Char>
void check_text_argument(const LibraryCall& call, const Char* text, int limit) {
  if (limit < 0) return call.text(text);
  call.text(text, static_cast<std::size_t>(limit));
}

template <class Char>
void check_printf(const LibraryCall& call, const Char* format, va_list list) {
  call.text(format);
  call.reads_state(state_of_locale());
  const PrintedArguments<Char> arguments(format);
  std::array<std::uintptr_t, kMaxArguments> words{};
  va_list copy;
  va_copy(copy, list);
  for (std::size_t n = 0; n < arguments.count(); ++n) {
    switch (arguments.all()[n].type) {
      // NOLINTNEXTLINE(bugprone-branch-clone): the types differ
      case ArgumentType::kDouble: va_arg(copy, double); break;
      case ArgumentType::kLongDouble: va_arg(copy, long double); break;
      default: words[n] = va_arg(copy, std::uintptr_t);
    }
  }
  va_end(copy);
  for (std::size_t n = 0; n < arguments.count(); ++n) {
    const Argument& argument = arguments.all()[n];
    const int star = argument.precision_at;
    const int limit = star >= 0 && star < static_cast<int>(kMaxArguments)
                          ? static_cast<int>(words[static_cast<std::size_t>(star)])
                          : argument.precision;
    const auto* const pointer = reinterpret_cast<const char*>(words[n]);
    if (argument.type == ArgumentType::kString) check_text_argument(call, pointer, limit);
    if (argument.type == ArgumentType::kWideString) {
      check_text_argument(call, reinterpret_cast<const wchar_t*>(pointer), limit);
    }
    if (argument.type == ArgumentType::kTarget) call.writes(pointer, argument.size);
  }
}

// Reports what one conversion of scanf() writes to its target.
template <class Char>
void check_target(const LibraryCall& call, const Conversion<Char>& conversion, void* target,
                  int width, bool allocates) {
  const auto kind = static_cast<char32_t>(*conversion.at);
  const bool wide = conversion.long_count > 0 || kind == 'S' || kind == 'C';
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
  const std::size_t real = conversion.long_double      ? sizeof(long double)
                           : conversion.long_count > 0 ? sizeof(double)
                                                       : sizeof(float);
  call.writes(target, is_real ? real : kind == 'p' ? sizeof(void*) : conversion.integer_size());
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
void check_scanf(const LibraryCall& call, const Char* format, va_list list, int assigned) {
  call.text(format);
  call.reads_state(state_of_locale());
  std::array<void*, kMaxArguments> targets{};
  va_list copy;
  va_copy(copy, list);
  std::size_t taken = 0;
  int next = 0;
  for (const Char* at = format; *at != 0;) {
    if (*at++ != '%') continue;
    Conversion<Char> conversion{.at = at};
    const int position = conversion.position();
    const bool discards = *conversion.at == '*';
    conversion.skip("*'I");
    const int width = conversion.number();
    const bool allocates = *conversion.at == 'm';
    conversion.skip("m");
    conversion.read_length();
    if (*conversion.at == 0) break;
    at = (*conversion.at == '[' ? end_of_set(conversion.at) : conversion.at);
    if (*at != 0) ++at;
    if (*conversion.at == '%' || discards) continue;
    if (*conversion.at != 'n' && assigned-- <= 0) break;
    const auto number = static_cast<std::size_t>(position >= 0 ? position : next++);
    if (number >= kMaxArguments) break;
    while (taken <= number) targets[taken++] = va_arg(copy, void*);
    check_target(call, conversion, targets[number], width, allocates);
  }
  va_end(copy);
}

}  // namespace

void check_printf_arguments(const LibraryCall& call, const char* format, va_list list) {
  check_printf(call, format, list);
}
void check_printf_arguments(const LibraryCall& call, const wchar_t* format, va_list list) {
  check_printf(call, format, list);
}
void check_scanf_targets(const LibraryCall& call, const char* format, va_list list, int assigned) {
  check_scanf(call, format, list, assigned);
}
void check_scanf_targets(const LibraryCall& call, const wchar_t* format, va_list list,
                         int assigned) {
  check_scanf(call, format, list, assigned);
}

}  // namespace mcheck
