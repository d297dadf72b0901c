// SPDX-License-Identifier: MIT
// The operations of a class under test, callable by number with values of unknown type.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <mcheck/detail/classes/calls.hpp>
#include <mcheck/detail/classes/values.hpp>

namespace mcheck {

// What a test may do with an operation, beyond what its type says.
struct call_options {
  const char* owner = "";  // all calls with one owner come from one thread
  bool read_only = false;
  bool quiescent = false;  // only after the threads have ended
  // The call as C++, with its arguments as {0}, {1} …: for tests that are written out. By default
  // {0}.name({1}, …) for a method.
  const char* code = "";
};

namespace detail {

// How a parameter takes its argument; written before the type's number in the table of operations.
enum class Passing : char {
  kValue = 'v',
  kConstReference = 'c',
  kReference = 'r',
  kMove = 'm',
  kPointer = 'p',  // to an object, or null
};

struct Parameter {
  const ValueType* type = nullptr;
  Passing passing = Passing::kValue;
};

struct ClassOperation {
  std::string name;
  call_options how;
  std::vector<Parameter> parameters;
  const ValueType* result = nullptr;  // null: nothing that can be an argument
  bool is_constructor = false;
  std::function<void(void* const* arguments, Value& result, ResultText& text)> call;
};

template <class T>
inline constexpr char kTypeKey = 0;

// Whether T* is a pointer to an object that tests make, rather than a value.
template <class T>
inline constexpr bool kIsTarget =
    !std::is_void_v<T> && !std::is_function_v<T> && !std::is_same_v<std::remove_cv_t<T>, char>;

template <class P>
struct ParameterTraits {
  using Bare = std::remove_cvref_t<P>;
  using Target = std::remove_pointer_t<Bare>;
  static constexpr bool kByPointer =
      std::is_pointer_v<Bare> && kIsTarget<Target> &&
      !(std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>);
  using Type = std::conditional_t<kByPointer, std::remove_cv_t<Target>, Bare>;

  static constexpr Passing passing() {
    if (kByPointer) return Passing::kPointer;
    if (std::is_rvalue_reference_v<P>) return Passing::kMove;
    if (!std::is_reference_v<P>) return Passing::kValue;
    return std::is_const_v<std::remove_reference_t<P>> ? Passing::kConstReference
                                                       : Passing::kReference;
  }

  // The callable gets what it asked for.
  static P pass(void* argument) {
    if constexpr (kByPointer) {
      return static_cast<Target*>(argument);
    } else if constexpr (std::is_lvalue_reference_v<P>) {
      return *static_cast<std::remove_reference_t<P>*>(argument);
    } else if constexpr (std::is_rvalue_reference_v<P> || !std::is_copy_constructible_v<Bare>) {
      return static_cast<Bare&&>(*static_cast<Bare*>(argument));
    } else {
      return *static_cast<const Bare*>(argument);
    }
  }
};

// Whether the callee may hand a result back through the parameter.
template <class P>
inline constexpr bool kHandsBack =
    std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>> &&
    (std::is_arithmetic_v<std::remove_cvref_t<P>> || std::is_enum_v<std::remove_cvref_t<P>> ||
     std::is_same_v<std::remove_cvref_t<P>, std::string> || Optional<std::remove_cvref_t<P>> ||
     kShowsTarget<std::remove_cvref_t<P>>);

template <class P>
void write_handed_back(ResultText& text, void* argument) {
  if constexpr (kHandsBack<P>) {
    text.add(text.is_empty() ? "gives " : ", gives ");
    write_value(text, *static_cast<std::remove_cvref_t<P>*>(argument));
  }
}

template <class T>
struct SmartPointerTarget {
  using Type = void;
};
template <class T, class D>
struct SmartPointerTarget<std::unique_ptr<T, D>> {
  using Type = T;
};
template <class T>
struct SmartPointerTarget<std::shared_ptr<T>> {
  using Type = T;
};

// All operations and types of one description, without the class's type.
class Operations {
 public:
  explicit Operations(std::string name) : name_(std::move(name)) {}
  Operations(const Operations&) = delete;
  Operations& operator=(const Operations&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::deque<ClassOperation>& operations() const { return operations_; }
  [[nodiscard]] const std::function<void(void*)>& invariant() const { return invariant_; }

  [[nodiscard]] const ValueType* subject_type() const { return &types_.front(); }

  // One line each, with tabs between the columns: the class; types and their literals; operations.
  [[nodiscard]] std::string table() const {
    std::string text = "class\t" + name_ + "\n";
    for (const ValueType& type : types_) {
      text += "type\t" + type.name;
      for (const std::string& literal : type.literals) text += "\t" + literal;
      text += "\n";
    }
    for (const ClassOperation& operation : operations_) {
      text += "operation\t" + operation.name + "\t" + flags_of(operation) + "\t" +
              operation.how.owner + "\t" + operation.how.code + "\t" + number_of(operation.result);
      for (const Parameter& parameter : operation.parameters) {
        text += "\t";
        text += static_cast<char>(parameter.passing);
        text += number_of(parameter.type);
      }
      text += "\n";
    }
    return text;
  }

 protected:
  template <class T>
  ValueType& type_of() {
    const void* const key = &kTypeKey<T>;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (keys_[i] == key) return types_[i];
    }
    keys_.push_back(key);
    ValueType& type = types_.emplace_back();
    type.name = type_name<T>();
    return type;
  }

  template <class T>
  ValueType& type_with_literals() {
    const std::size_t before = types_.size();
    ValueType& type = type_of<T>();
    if (types_.size() > before) set_literals<T>(type, literals_of<T>());
    return type;
  }

  template <class T>
  static void set_literals(ValueType& type, Literals<T> literals) {
    type.literals = std::move(literals.texts);
    type.destroy = [](void* it) { delete static_cast<T*>(it); };
    type.make = [make = std::move(literals.make)](std::size_t i) -> void* { return make(i); };
  }

  std::string name_;
  std::deque<ValueType> types_;  // addresses stay
  std::vector<const void*> keys_;
  std::deque<ClassOperation> operations_;
  std::function<void(void*)> invariant_;

 private:
  static std::string flags_of(const ClassOperation& operation) {
    std::string flags;
    if (operation.is_constructor) flags += 'c';
    if (operation.how.read_only) flags += 'k';
    if (operation.how.quiescent) flags += 'q';
    return flags;
  }
  [[nodiscard]] std::string number_of(const ValueType* type) const {
    for (std::size_t i = 0; i < types_.size(); ++i) {
      if (&types_[i] == type) return std::to_string(i);
    }
    return "";
  }
};

}  // namespace detail

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
    using Result = std::invoke_result_t<Callable&, P...>;
    made.result = result_type<Result>();
    made.call = [call](void* const* arguments, detail::Value& result, detail::ResultText& text) {
      invoke<Result, P...>(call, arguments, result, text, std::index_sequence_for<P...>{});
    };
  }

  // Replaces the literals of a type.
  template <class V>
  void values(std::initializer_list<V> list) {
    set_literals<V>(type_of<V>(), detail::listed_literals<V>(std::vector<V>(list)));
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
    (detail::write_handed_back<P>(text, arguments[I]), ...);
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
