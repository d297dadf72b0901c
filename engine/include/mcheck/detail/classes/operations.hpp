// SPDX-License-Identifier: MIT
// The operations of a class under test, callable by number with values of unknown type.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
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
  bool maker = false;      // only makes an argument: no thread calls it
  bool may_fail = false;   // it may do nothing at any time, and give what R{} is for its result R
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
  bool is_void = false;
  std::function<void(void* const* arguments, Value& result, ResultText& text)> call;
  std::function<void(void* const* arguments, ResultText& text)> fail{};  // if it may fail
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
  // The sequential specification; null: the class itself.
  [[nodiscard]] const Operations* reference() const { return reference_.get(); }

  // What calls of an operation do to an object of the reference; null: see why_missing().
  [[nodiscard]] const ClassOperation* in_reference(const ClassOperation& operation) const {
    const auto uses_object = [&](const ValueType* type) { return type == subject_type(); };
    bool needs_object = uses_object(operation.result);
    for (const Parameter& each : operation.parameters) {
      needs_object = needs_object || uses_object(each.type);
    }
    if (!needs_object) return &operation;
    for (const ClassOperation& each : reference_->operations_) {
      if (takes_same(operation, each) && gives_same(operation, each)) return &each;
    }
    return nullptr;
  }

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
    if (reference_ == nullptr) return text;
    text += "reference\t" + reference_->name_ + "\n";
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if (in_reference(operations_[i]) != nullptr) continue;
      text += "missing\t" + std::to_string(i) + "\t" + why_missing(operations_[i]) + "\n";
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
  std::shared_ptr<Operations> reference_;

 private:
  [[nodiscard]] const void* key_of(const ValueType* type) const {
    for (std::size_t i = 0; i < types_.size(); ++i) {
      if (&types_[i] == type) return i == 0 ? nullptr : keys_[i];  // null: the class itself
    }
    return &types_;
  }
  [[nodiscard]] bool takes_same(const ClassOperation& own, const ClassOperation& other) const {
    if (own.is_constructor != other.is_constructor) return false;
    if (!own.is_constructor && own.name != other.name) return false;
    if (own.parameters.size() != other.parameters.size()) return false;
    for (std::size_t i = 0; i < own.parameters.size(); ++i) {
      if (key_of(own.parameters[i].type) != reference_->key_of(other.parameters[i].type)) {
        return false;
      }
    }
    return true;
  }
  [[nodiscard]] bool gives_same(const ClassOperation& own, const ClassOperation& other) const {
    if (own.is_void != other.is_void) return false;
    return own.result == nullptr ||
           (other.result != nullptr && key_of(own.result) == reference_->key_of(other.result));
  }
  [[nodiscard]] const char* why_missing(const ClassOperation& operation) const {
    const char* why = "none has this name";
    for (const ClassOperation& each : reference_->operations_) {
      if (operation.is_constructor ? !each.is_constructor : each.name != operation.name) continue;
      if (takes_same(operation, each)) return "it gives another type";
      why = "it takes other parameters";
    }
    return why;
  }
  static std::string flags_of(const ClassOperation& operation) {
    std::string flags;
    if (operation.is_constructor) flags += 'c';
    if (operation.how.read_only) flags += 'k';
    if (operation.how.quiescent) flags += 'q';
    if (operation.how.maker) flags += 'm';
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
}  // namespace mcheck
