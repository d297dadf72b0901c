// SPDX-License-Identifier: MIT
// Values of any type, as arguments and results of generated calls: how a type makes a literal, and
// how a value is destroyed. Types are compared by the address of their ValueType.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <mcheck/detail/classes/text.hpp>

namespace mcheck::detail {

struct ValueType {
  std::string name;
  void (*destroy)(void*) = nullptr;
  // By number; the later ones are further from ordinary. As C++, and how to make each.
  std::vector<std::string> literals{};
  std::function<void*(std::size_t)> make{};
};

// A value, or a reference to one that something else owns.
struct Value {
  Value() = default;
  Value(const Value&) = delete;
  Value& operator=(const Value&) = delete;
  Value(Value&& other) noexcept { *this = std::move(other); }
  Value& operator=(Value&& other) noexcept {
    std::swap(object, other.object);
    std::swap(owned, other.owned);
    std::swap(destroy, other.destroy);
    return *this;
  }
  ~Value() { reset(); }

  template <class T>
  void own(T* made) {
    own(made, made, [](void* it) { delete static_cast<T*>(it); });
  }
  void own(void* made, void* owner, void (*end)(void*)) {
    reset();
    object = made;
    owned = owner;
    destroy = end;
  }
  void refer_to(void* other) {
    reset();
    object = other;
  }
  void reset() {
    if (destroy != nullptr && owned != nullptr) destroy(owned);
    object = owned = nullptr;
    destroy = nullptr;
  }

  void* object = nullptr;  // null: there is none
  void* owned = nullptr;   // what destroy() takes
  void (*destroy)(void*) = nullptr;
};

// "bounded_queue<int>", as the compiler writes it.
template <class T>
std::string type_name() {
  const std::string_view whole = __PRETTY_FUNCTION__;
  const std::size_t start = whole.find("T = ") + 4;
  const std::size_t end = whole.find_first_of(";]", start);
  return std::string(whole.substr(start, end - start));
}

// Literals of a type: made by value, written as C++.
template <class T>
struct Literals {
  std::vector<std::string> texts;
  std::function<T*(std::size_t)> make;
};

template <class T>
Literals<T> literals_of();

template <class T>
Literals<T> listed_literals(std::vector<T> values) {
  std::vector<std::string> texts;
  for (const T& value : values) {
    ResultText text;
    write_value(text, value);
    const bool is_letter = std::is_same_v<T, char>;
    texts.push_back(is_letter ? "'" + text.text() + "'" : text.text());
  }
  return {std::move(texts), [values](std::size_t i) { return new T(values[i]); }};
}

template <class T, class Element>
Literals<T> wrapped_literals(const std::string& open, const std::string& close,
                             const char* empty = nullptr) {
  Literals<Element> inner = literals_of<Element>();
  Literals<T> all;
  for (const std::string& text : inner.texts) all.texts.push_back(open + text + close);
  const std::size_t count = inner.texts.size();
  if (empty != nullptr) all.texts.emplace_back(empty);
  all.make = [count, make = std::move(inner.make)](std::size_t i) {
    if (i >= count) return new T{};
    const std::unique_ptr<Element> element(make(i));
    if constexpr (kIsPointer<T>) {
      return new T(new Element(std::move(*element)));
    } else if constexpr (Optional<T>) {
      return new T(std::move(*element));
    } else {
      auto* const made = new T{};
      if constexpr (requires { made->emplace_back(std::move(*element)); }) {
        made->emplace_back(std::move(*element));  // insert() would also assign
      } else {
        made->insert(made->end(), std::move(*element));
      }
      return made;
    }
  };
  return all;
}

template <class T>
inline constexpr bool kIsFunction = false;
template <class R, class... A>
inline constexpr bool kIsFunction<std::function<R(A...)>> = true;

template <class Result, class First, class... Rest>
constexpr bool changes_argument() {
  return std::is_arithmetic_v<Result> && !std::is_same_v<Result, bool> &&
         std::is_same_v<Result, std::remove_cvref_t<First>>;
}
template <class Result>
constexpr bool changes_argument() {
  return false;
}
template <class Result, class First, class... Rest>
Result first_of(const First& first, const Rest&... /*rest*/) {
  return first;
}

template <class R, class... A>
Literals<std::function<R(A...)>> function_literals(std::function<R(A...)>* /*type*/) {
  using Function = std::function<R(A...)>;
  if constexpr (std::is_void_v<R>) {
    return {{"[](auto&&...) {}"}, [](std::size_t) { return new Function([](A...) {}); }};
  } else {
    // First what changes its argument: a constant would hide a change that is lost.
    using Result = std::remove_cvref_t<R>;
    constexpr bool kChanges = changes_argument<Result, A...>();
    Literals<Result> inner = literals_of<Result>();
    Literals<Function> all;
    if (kChanges) all.texts.emplace_back("[](auto a, auto&&...) { return a + 1; }");
    for (const std::string& text : inner.texts) {
      all.texts.push_back("[](auto&&...) { return " + text + "; }");
    }
    all.make = [make = std::move(inner.make)](std::size_t i) {
      if constexpr (kChanges) {
        if (i == 0) {
          return new Function(
              [](A... given) { return static_cast<R>(first_of<Result>(given...) + 1); });
        }
      }
      std::shared_ptr<Result> result(make(kChanges ? i - 1 : i));
      return new Function([result](A...) -> R { return *result; });
    };
    return all;
  }
}

template <class T>
inline constexpr bool kIsPair = false;
template <class A, class B>
inline constexpr bool kIsPair<std::pair<A, B>> = true;

template <class T>
Literals<T> pair_literals() {
  using First = std::remove_cv_t<typename T::first_type>;
  using Second = std::remove_cv_t<typename T::second_type>;
  Literals<First> first = literals_of<First>();
  Literals<Second> second = literals_of<Second>();
  Literals<T> all;
  for (std::size_t i = 0; i < std::min(first.texts.size(), second.texts.size()); ++i) {
    all.texts.push_back("{" + first.texts[i] + ", " + second.texts[i] + "}");
  }
  all.make = [one = std::move(first.make), other = std::move(second.make)](std::size_t i) {
    const std::unique_ptr<First> a(one(i));
    const std::unique_ptr<Second> b(other(i));
    return new T(std::move(*a), std::move(*b));
  };
  return all;
}

template <class T>
concept EmptyOrOne = requires(T t) {
  typename T::value_type;
  t.insert(t.end(), std::declval<typename T::value_type>());
};

// No texts: the type has no literal.
template <class T>
Literals<T> literals_of() {
  if constexpr (std::is_same_v<T, bool>) {
    return listed_literals<T>({false, true});
  } else if constexpr (std::is_same_v<T, char>) {
    return listed_literals<T>({'a', 'b', 'c'});
  } else if constexpr (std::is_arithmetic_v<T>) {
    return listed_literals<T>({T(1), T(2), T(0), T(3), T(5)});
  } else if constexpr (std::is_enum_v<T>) {
    Literals<T> all = listed_literals<T>({T(0), T(1), T(2)});
    for (std::string& text : all.texts) text = "static_cast<" + type_name<T>() + ">(" + text + ")";
    return all;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return listed_literals<T>({"a", "b", "", "abc"});
  } else if constexpr (std::is_same_v<T, std::string_view> || std::is_same_v<T, const char*>) {
    static const char* const kTexts[] = {"a", "b", "", "abc"};
    return {{"\"a\"", "\"b\"", "\"\"", "\"abc\""}, [](std::size_t i) { return new T(kTexts[i]); }};
  } else if constexpr (kIsFunction<T>) {
    return function_literals(static_cast<T*>(nullptr));
  } else if constexpr (std::is_same_v<T, void*> || std::is_same_v<T, const void*> ||
                       std::is_null_pointer_v<T>) {
    return {{"nullptr"}, [](std::size_t) { return new T(nullptr); }};
  } else if constexpr (kShowsTarget<T>) {
    using Target = typename T::element_type;
    if constexpr (std::is_copy_constructible_v<Target>) {
      return wrapped_literals<T, Target>(type_name<T>() + "(new auto(", "))", "nullptr");
    } else {
      return {{"nullptr"}, [](std::size_t) { return new T(nullptr); }};
    }
  } else if constexpr (Optional<T>) {
    return wrapped_literals<T, std::remove_cvref_t<decltype(*std::declval<T&>())>>("", "",
                                                                                   "std::nullopt");
  } else if constexpr (kIsPair<T>) {
    return pair_literals<T>();
  } else if constexpr (EmptyOrOne<T> && std::is_default_constructible_v<T>) {
    return wrapped_literals<T, typename T::value_type>("{", "}", "{}");
  } else if constexpr (std::is_default_constructible_v<T>) {
    return {{"{}"}, [](std::size_t) { return new T{}; }};
  } else {
    return {};
  }
}

}  // namespace mcheck::detail
