// SPDX-License-Identifier: MIT
// Describes the operations of a class under test, with their types: what MCHECK_CLASS fills.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <mcheck/detail/classes/calls.hpp>
#include <mcheck/detail/classes/operations.hpp>
#include <mcheck/detail/classes/values.hpp>

namespace mcheck {

// How tests use the class T: the parameter `about` of MCHECK_CLASS.
template <class T>
class class_description : public detail::Operations {
 public:
  explicit class_description(std::string name) : Operations(std::move(name)) { type_of<T>(); }

  template <class... P>
  void constructor(const char* name) {
    constructor_of<T, P...>(name);
  }

  // Of an auxiliary type, whose objects are arguments.
  template <class Aux, class... P>
  void constructor_of(const char* name) {
    detail::ClassOperation& made = add<P...>(name, {});
    made.is_constructor = true;
    made.result = &type_of<Aux>();
    made.call = [](void* const* arguments, detail::Value& result, detail::ResultText& text) {
      construct<Aux, P...>(arguments, result, std::index_sequence_for<P...>{});
      text.add("constructed");
    };
  }

  // Anything else: P are the parameter types, the object first, as `call` takes them.
  template <class... P, class Callable>
  void operation(const char* name, Callable call, call_options how = {}) {
    detail::ClassOperation& made = add<P...>(name, how);
    using Returned = std::invoke_result_t<Callable&, P...>;
    made.result = result_type<Returned>();
    made.is_void = std::is_void_v<Returned>;
    if (how.may_fail) made.fail = failure_of<Returned, P...>(std::index_sequence_for<P...>{});
    made.call = [call](void* const* arguments, detail::Value& result, detail::ResultText& text) {
      invoke<Returned, P...>(call, arguments, result, text, std::index_sequence_for<P...>{});
    };
  }

  // Replaces the literals of a type.
  template <class V>
  void values(std::initializer_list<V> list) {
    set_literals<V>(type_of<V>(), detail::listed_literals<V>(std::vector<V>(list)));
  }

  // What is right: the calls one at a time, on an object of R instead of T. Its operations are
  // described in the same way, with the names and types of those of T. A specification that leaves
  // a choice makes it with mcheck::choose (a relaxed queue gives one of the k oldest elements).
  template <class R>
  class_description<R>& reference(std::string name = detail::type_name<R>()) {
    auto made = std::make_shared<class_description<R>>(std::move(name));
    reference_ = made;
    return *made;
  }

  // Has to hold when the threads have ended.
  template <class Holds>
  void invariant(Holds holds) {
    invariant_ = [holds](void* object) {
      if (!holds(*static_cast<T*>(object))) mcheck_runtime_break_invariant();
    };
  }

 private:
  template <class... P>
  detail::ClassOperation& add(const char* name, call_options how) {
    detail::ClassOperation& made = operations_.emplace_back();
    made.name = name;
    made.how = how;
    if constexpr (sizeof...(P) > 0) {
      using First = std::tuple_element_t<0, std::tuple<P...>>;
      if constexpr (std::is_same_v<First, const T&>) made.how.read_only = true;
    }
    (made.parameters.push_back({&parameter_type<P>(), detail::ParameterTraits<P>::passing()}), ...);
    return made;
  }

  template <class P>
  detail::ValueType& parameter_type() {
    using Type = typename detail::ParameterTraits<P>::Type;
    if constexpr (std::is_same_v<Type, T>) {
      return type_of<T>();
    } else {
      return type_with_literals<Type>();
    }
  }

  template <class R>
  const detail::ValueType* result_type() {
    using Bare = std::remove_cvref_t<R>;
    if constexpr (std::is_void_v<R>) {
      return nullptr;
    } else if constexpr (std::is_same_v<typename detail::SmartPointerTarget<Bare>::Type, T> ||
                         std::is_same_v<Bare, T*> ||
                         (std::is_reference_v<R> && std::is_same_v<Bare, T>)) {
      return &type_of<T>();
    } else if constexpr (std::is_reference_v<R> || std::is_pointer_v<Bare> ||
                         !std::is_move_constructible_v<Bare>) {
      return nullptr;  // it refers to something whose lifetime is unknown
    } else {
      return &type_of<Bare>();
    }
  }

  template <class Made, class... P, std::size_t... I>
  static void construct(void* const* arguments, detail::Value& result,
                        std::index_sequence<I...> /*numbers*/) {
    (void)arguments;
    result.own(new Made(detail::ParameterTraits<P>::pass(arguments[I])...));
  }

  template <class R, class... P, class Callable, std::size_t... I>
  static void invoke(Callable& call, void* const* arguments, detail::Value& result,
                     detail::ResultText& text, std::index_sequence<I...> /*numbers*/) {
    (void)arguments;
    if constexpr (std::is_void_v<R>) {
      call(detail::ParameterTraits<P>::pass(arguments[I])...);
    } else {
      keep<R>(call(detail::ParameterTraits<P>::pass(arguments[I])...), result, text,
              sizeof...(P) == 0 ? nullptr : arguments[0]);
    }
    (write_handed_back<P>(text, arguments[I]), ...);
  }

  // The object is not a result: nobody else could read it safely.
  template <class P>
  static void write_handed_back(detail::ResultText& text, void* argument) {
    if constexpr (!std::is_same_v<std::remove_cvref_t<P>, T>) {
      detail::write_handed_back<P>(text, argument);
    }
  }

  template <class R, class... P, std::size_t... I>
  static auto failure_of(std::index_sequence<I...> /*numbers*/) {
    return [](void* const* arguments, detail::ResultText& text) {
      (void)arguments;
      if constexpr (std::is_object_v<R> && std::is_default_constructible_v<R>) {
        detail::write_value(text, R{});
      }
      (write_handed_back<P>(text, arguments[I]), ...);
    };
  }

  template <class R>
  static void keep(R&& returned, detail::Value& result, detail::ResultText& text,
                   [[maybe_unused]] void* self) {
    using Bare = std::remove_cvref_t<R>;
    if constexpr (std::is_same_v<typename detail::SmartPointerTarget<Bare>::Type, T>) {
      if (returned == nullptr) return text.add("null");
      auto* const owner = new Bare(std::forward<R>(returned));
      result.own(owner->get(), owner, [](void* it) { delete static_cast<Bare*>(it); });
      text.add("an object");
    } else if constexpr (std::is_same_v<Bare, T*>) {
      text.add(returned == nullptr ? "null" : "an object");
      result.refer_to(returned);
    } else if constexpr (std::is_reference_v<R>) {
      const void* const address = std::addressof(returned);
      if constexpr (std::is_same_v<Bare, T>) {
        text.add(address == self ? "itself" : "an object");
        result.refer_to(const_cast<T*>(std::addressof(returned)));
      } else if constexpr (std::is_arithmetic_v<Bare> || std::is_enum_v<Bare> ||
                           std::is_same_v<Bare, std::string>) {
        detail::write_value(text, returned);  // a caller would read it, too
      } else {
        text.add("a reference");
      }
    } else {
      if constexpr (std::is_same_v<Bare, T>) {
        text.add("an object");
      } else {
        detail::write_value(text, returned);
      }
      if constexpr (!std::is_pointer_v<Bare> && std::is_move_constructible_v<Bare>) {
        result.own(new Bare(std::forward<R>(returned)));
      }
    }
  }
};

}  // namespace mcheck
