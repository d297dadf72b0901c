// SPDX-License-Identifier: MIT
// What a call gave back, as text: equal results have equal texts, in every execution, so no text
// contains an address or depends on one. A value without a text of its own is "a value": such
// results are not compared.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace mcheck::detail {

// Of fixed size: a thread of the program writes it, and should not allocate for that.
class ResultText {
 public:
  void add(std::string_view more) {
    for (const char letter : more) {
      if (size_ < kCapacity) bytes_[size_++] = letter;
      rest_ = (rest_ ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;  // FNV-1a
    }
    is_cut_ = is_cut_ || size_ == kCapacity;
  }
  template <class Number>
  void add_number(Number number) {
    char digits[64];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    add({digits, static_cast<std::size_t>(end - digits)});
  }
  [[nodiscard]] bool is_empty() const { return size_ == 0; }
  // A text that was cut ends with a checksum.
  [[nodiscard]] std::string text() const {
    std::string whole(bytes_, size_);
    return is_cut_ ? whole + "... #" + std::to_string(rest_) : whole;
  }

 private:
  static constexpr std::size_t kCapacity = 112;

  char bytes_[kCapacity] = {};
  std::size_t size_ = 0;
  bool is_cut_ = false;
  unsigned long long rest_ = 0xcbf29ce484222325u;
};

template <class T>
void write_value(ResultText& text, const T& value);

template <class T>
concept Sequence = requires(const T& t) {
  std::begin(t) != std::end(t);
  *std::begin(t);
};
template <class T>
concept Optional = requires(const T& t) {
  { t.has_value() } -> std::convertible_to<bool>;
  *t;
};
template <class T>
concept Tuple = requires {
  std::tuple_size<T>::value;
};
template <class T>
concept Duration = requires(const T& t) {
  { t.count() } -> std::convertible_to<long double>;
  typename T::period;
};
template <class T>
inline constexpr bool kIsPointer = false;
template <class T>
inline constexpr bool kIsPointer<T*> = true;
template <class T, class D>
inline constexpr bool kIsPointer<std::unique_ptr<T, D>> = true;
template <class T>
inline constexpr bool kIsPointer<std::shared_ptr<T>> = true;
template <class T>
inline constexpr bool kIsVariant = false;
template <class... T>
inline constexpr bool kIsVariant<std::variant<T...>> = true;
// A smart pointer that alone, or with others that only read, refers to a value.
template <class T>
inline constexpr bool kShowsTarget = kIsPointer<T> && !std::is_pointer_v<T>;

// Whether nobody else can change the value meanwhile.
template <class T>
bool is_only_owner(const T& pointer) {
  if constexpr (requires { pointer.use_count(); }) {
    return pointer.use_count() == 1;
  } else {
    return true;
  }
}

template <class T>
void write_pointer(ResultText& text, const T& pointer) {
  if (pointer == nullptr) return text.add("null");
  if constexpr (kShowsTarget<T>) {
    if (!is_only_owner(pointer)) return text.add("a pointer");
    using Target = std::remove_cvref_t<decltype(*pointer)>;
    if constexpr (std::is_arithmetic_v<Target> || std::is_same_v<Target, std::string>) {
      text.add("pointer to ");
      return write_value(text, *pointer);
    }
  }
  text.add("a pointer");
}

// Elements of hash tables have no order.
template <class T>
void write_sorted(ResultText& text, const T& sequence) {
  std::vector<std::string> elements;
  for (const auto& element : sequence) {
    ResultText one;
    write_value(one, element);
    elements.push_back(one.text());
  }
  std::sort(elements.begin(), elements.end());
  text.add("{");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    text.add(i == 0 ? "" : ", ");
    text.add(elements[i]);
  }
  text.add("}");
}

template <class T>
void write_sequence(ResultText& text, const T& sequence) {
  if constexpr (requires { typename T::hasher; }) return write_sorted(text, sequence);
  text.add("{");
  const char* separator = "";
  for (const auto& element : sequence) {
    text.add(separator);
    write_value(text, element);
    separator = ", ";
  }
  text.add("}");
}

template <class T>
void write_value(ResultText& text, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    text.add(value ? "true" : "false");
  } else if constexpr (std::is_same_v<T, char>) {
    text.add({&value, 1});
  } else if constexpr (std::is_arithmetic_v<T>) {
    if constexpr (std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
                  std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>) {
      text.add_number(static_cast<long>(value));
    } else {
      text.add_number(value);
    }
  } else if constexpr (std::is_enum_v<T>) {
    text.add_number(static_cast<long long>(value));
  } else if constexpr (std::is_convertible_v<const T&, std::string_view> &&
                       !std::is_null_pointer_v<T>) {
    if constexpr (kIsPointer<T>) {
      if (value == nullptr) return text.add("null");
    }
    text.add("\"");
    text.add(std::string_view(value));
    text.add("\"");
  } else if constexpr (kIsPointer<T> || std::is_null_pointer_v<T>) {
    write_pointer(text, value);
  } else if constexpr (Duration<T>) {
    text.add_number(value.count());
  } else if constexpr (kIsVariant<T>) {
    std::visit([&](const auto& alternative) { write_value(text, alternative); }, value);
  } else if constexpr (std::is_same_v<T, std::monostate> || std::is_same_v<T, std::nullopt_t>) {
    text.add("none");
  } else if constexpr (Sequence<T>) {
    write_sequence(text, value);
  } else if constexpr (Optional<T>) {
    if (!value.has_value()) return text.add("none");
    write_value(text, *value);
  } else if constexpr (Tuple<T>) {
    text.add("(");
    const char* separator = "";
    std::apply(
        [&](const auto&... element) {
          ((text.add(std::exchange(separator, ", ")), write_value(text, element)), ...);
        },
        value);
    text.add(")");
  } else {
    text.add("a value");
  }
}

}  // namespace mcheck::detail
