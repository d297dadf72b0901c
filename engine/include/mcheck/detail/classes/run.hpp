// SPDX-License-Identifier: MIT
// Runs one test of a class, which is given as text: calls before the threads start, calls of each
// thread, calls after they have ended.
//
//   test = class "/" calls { "/" calls } "/" calls     class: its number in the program
//   calls = [ call { ";" call } ]
//   call = operation ":" [ argument { "," argument } ]
//   argument = "=" literal | "#" call | "!"            "!" is the null pointer
//
// Operations and literals are numbered as in the table; calls in the order of the text, from 0. The
// first value of the class is the object under test.
#pragma once

#include <cxxabi.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <mcheck/detail/classes/calls.hpp>
#include <mcheck/detail/classes/description.hpp>
#include <mcheck/gates.hpp>
#if !defined(MCHECK_CLASSES_UNMODIFIED)
#include <mcheck/thread.hpp>
#endif

namespace mcheck::detail {

#if defined(MCHECK_CLASSES_UNMODIFIED)
using TestThread = std::thread;
#else
using TestThread = mcheck::thread;
#endif

struct Argument {
  Parameter parameter;
  Value literal{};
  std::size_t call = 0;  // whose value it is, unless `from_call` is false
  bool from_call = false;
};

struct Call {
  const ClassOperation* operation = nullptr;
  const ClassOperation* declared = nullptr;  // of the class, also if `operation` is the reference's
  int thread = 0;
  std::string text{};
  Object mark{};
  std::vector<Argument> arguments{};
  Value value{};
  ResultText result{};
};

inline std::string current_exception_name() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "something";
  int status = 0;
  char* const name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::string text = status == 0 ? name : type->name();
  std::free(name);
  return text;
}

// Of a thread whose calls take turns with those of others.
struct Turn {
  Openings opening{};
  std::vector<std::size_t> left{};  // calls that it has not made, in the order of the test
  std::size_t next = 0;             // the call that it may make now
};

class ClassTest {
 public:
  ClassTest(const std::deque<Operations*>& classes, std::string_view text) {
    std::vector<std::string_view> parts = split(text, '/');
    const std::size_t number = parts.size() < 3 ? classes.size() : number_in(parts[0]);
    if (text.empty()) {
      mcheck_runtime_refuse_calls(
          "no test of a class is given: mcheck synth PROGRAM makes them, and explores them");
    }
    if (number >= classes.size()) refuse(text, "a test of a class");
    about_ = classes[number];
    threads_ = parts.size() - 3;
    for (std::size_t part = 1; part < parts.size(); ++part) {
      const bool is_last = part + 1 == parts.size();
      if (parts[part].empty()) continue;
      for (const std::string_view call : split(parts[part], ';')) {
        add_call(call, is_last ? -1 : static_cast<int>(part) - 1);
      }
    }
  }

  void run() {
    const bool is_sequential = mcheck_runtime_calls_take_turns();  // first: this is a class test
    if (is_sequential && about_->reference() != nullptr) use_reference();
    const bool in_turns = is_sequential && !mcheck_runtime_strategy_gives_turns();
    perform_all(0);
    // Allocates the same in both cases, so that addresses are the same.
    std::deque<Turn> turns(threads_);
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (calls_[i].thread > 0) {
        turns[static_cast<std::size_t>(calls_[i].thread) - 1].left.push_back(i);
      }
    }
    Openings done;
    std::deque<TestThread> running;
    for (std::size_t i = 0; i < threads_; ++i) {
      running.emplace_back([this, i, in_turns, &turns, &done] {
        run_thread(static_cast<int>(i) + 1, in_turns ? &turns[i] : nullptr, done);
      });
    }
    if (in_turns) grant_turns(turns, done);
    for (TestThread& each : running) each.join();
    perform_all(-1);
    report();
    while (!calls_.empty()) calls_.pop_back();  // the youngest value first
  }

 private:
  static constexpr const char* kItself = "itself";  // the object under test
  static constexpr std::size_t kMaxArguments = 16;
  static constexpr std::size_t kMaxCalls = 255;

  static void refuse(std::string_view text, const char* what) {
    mcheck_runtime_refuse_calls(("'" + std::string(text) + "' is not " + what).c_str());
    std::abort();
  }

  static std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t end = 0; end != std::string_view::npos;) {
      end = text.find(separator);
      parts.push_back(text.substr(0, end));
      if (end != std::string_view::npos) text.remove_prefix(end + 1);
    }
    return parts;
  }

  static std::size_t number_in(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    if (!is_number) refuse(text, "a number in a test of a class");
    return number;
  }

  void add_call(std::string_view text, int thread) {
    const std::size_t colon = text.find(':');
    const std::size_t number = number_in(text.substr(0, colon));
    if (number >= about_->operations().size() || colon == std::string_view::npos) {
      refuse(text, "a call of a test of a class");
    }
    if (calls_.size() == kMaxCalls)
      refuse(text, "one of the first 255 calls, and there are no more");
    Call& call = calls_.emplace_back();
    call.operation = call.declared = &about_->operations()[number];
    call.thread = thread;
    const std::vector<Parameter>& parameters = call.operation->parameters;
    std::vector<std::string_view> words;
    if (colon + 1 < text.size()) words = split(text.substr(colon + 1), ',');
    if (words.size() != parameters.size() || words.size() > kMaxArguments) {
      refuse(text, "a call with all arguments");
    }
    const bool makes_object = call.operation->result == about_->subject_type();
    if (makes_object && object_ == ~std::size_t{0}) object_ = calls_.size() - 1;
    call.text = call.operation->name + "(";
    const char* separator = "";
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string written = add_argument(call, parameters[i], words[i]);
      if (i == 0 && written == kItself) continue;
      call.text += separator + written;
      separator = ", ";
    }
    call.text += ")";
    call.mark.name = call.text.c_str();
  }

  // As C++.
  std::string add_argument(Call& call, const Parameter& parameter, std::string_view word) {
    Argument& argument = call.arguments.emplace_back(Argument{.parameter = parameter});
    if (word == "!") return "nullptr";
    const std::size_t number = number_in(word.substr(1));
    if (word[0] == '#') {
      if (number + 1 >= calls_.size()) refuse(word, "an earlier call");
      argument.from_call = true;
      argument.call = number;
      if (number == object_) return kItself;
      const bool is_object = calls_[number].operation->is_constructor;
      return (is_object ? "object " : "result ") + std::to_string(number);
    }
    if (number >= parameter.type->literals.size()) refuse(word, "a literal of its type");
    argument.literal.own(parameter.type->make(number), nullptr, nullptr);
    argument.literal.owned = argument.literal.object;
    argument.literal.destroy = parameter.type->destroy;
    return parameter.type->literals[number];
  }

  // The calls are made on an object of the reference.
  void use_reference() {
    for (Call& call : calls_) {
      call.operation = about_->in_reference(*call.operation);
      if (call.operation == nullptr) refuse(call.text, "a call that the reference has");
    }
  }

  // In turns, a call that may fail also does.
  static bool fails_spuriously(const Call& call) {
    return call.declared->how.may_fail && mcheck_runtime_calls_take_turns() &&
           mcheck_runtime_choose_turn(2) == 1;
  }

  void perform_all(int thread) {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (calls_[i].thread == thread) perform(calls_[i], static_cast<unsigned>(i));
    }
  }

  void perform(Call& call, unsigned number) {
    void* arguments[kMaxArguments] = {};
    for (std::size_t i = 0; i < call.arguments.size() && i < kMaxArguments; ++i) {
      const Argument& argument = call.arguments[i];
      arguments[i] =
          argument.from_call ? calls_[argument.call].value.object : argument.literal.object;
      const bool may_be_null = argument.parameter.passing == Passing::kPointer;
      if (arguments[i] == nullptr && (argument.from_call || !may_be_null)) {
        return call.result.add("not called, as an argument does not exist");
      }
    }
    mcheck_runtime_begin_call(&call.mark, number);
    try {
      if (fails_spuriously(call)) {
        call.declared->fail(arguments, call.result);
      } else {
        call.operation->call(arguments, call.value, call.result);
      }
    } catch (...) {
      call.result = {};
      call.result.add("throws ");
      call.result.add(current_exception_name());
    }
    mcheck_runtime_end_call(&call.mark, number);
  }

  void run_thread(int thread, Turn* turn, Openings& done) {
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (calls_[i].thread != thread) continue;
      if (turn != nullptr) turn->opening.wait(1, true);
      const std::size_t number = turn != nullptr ? turn->next : i;
      perform(calls_[number], static_cast<unsigned>(number));
      if (turn != nullptr) done.open();
    }
  }

  // One call at a time, in every order that keeps each thread's own; or in every order.
  void grant_turns(std::deque<Turn>& turns, Openings& done) {
    const bool any_order = mcheck_runtime_calls_take_any_order();
    for (;;) {
      std::size_t choices = 0;
      for (const Turn& each : turns) {
        choices += any_order ? each.left.size() : std::min<std::size_t>(each.left.size(), 1);
      }
      if (choices == 0) return;
      auto chosen = static_cast<std::size_t>(mcheck_runtime_choose_turn(static_cast<int>(choices)));
      for (Turn& each : turns) {
        const std::size_t own =
            any_order ? each.left.size() : std::min<std::size_t>(each.left.size(), 1);
        if (chosen < own) {
          each.next = each.left[chosen];
          each.left.erase(each.left.begin() + static_cast<std::ptrdiff_t>(chosen));
          each.opening.open();
          break;
        }
        chosen -= own;
      }
      done.wait(1, true);
    }
  }

  void report() {
    const bool is_reference = about_->reference() != nullptr && mcheck_runtime_calls_take_turns();
    if (about_->invariant() && object_ < calls_.size() && !is_reference) {
      if (void* const object = calls_[object_].value.object) about_->invariant()(object);
    }
    std::vector<std::string> texts;
    texts.reserve(calls_.size());
    for (const Call& call : calls_) texts.push_back(call.result.text());
    std::vector<mcheck_call_result> results;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      results.push_back(
          {.call = calls_[i].text.c_str(), .result = texts[i].c_str(), .thread = calls_[i].thread});
    }
    mcheck_runtime_judge_calls(results.data(), results.size());
  }

  const Operations* about_ = nullptr;
  std::size_t threads_ = 0;
  std::size_t object_ = ~std::size_t{0};  // the call that makes the object under test
  std::deque<Call> calls_;                // addresses stay
};

// The classes of the program. Made in static initialisers.
inline constinit std::deque<Operations*>* registered_classes = nullptr;

inline void run_class_test(std::string_view text) {
  if (registered_classes != nullptr) ClassTest(*registered_classes, text).run();
}

template <class T>
bool add_class(const char* name, const char* file, void (*describe)(class_description<T>&)) {
  if (mcheck_runtime_register_class == nullptr) return false;  // without mcheck
  auto* const about = new class_description<T>(name);
  describe(*about);
  if (registered_classes == nullptr) registered_classes = new std::deque<Operations*>;
  registered_classes->push_back(about);
  mcheck_runtime_register_class(
      (new std::string(about->table() + "file\t" + file + "\n"))->c_str());
  return true;
}

}  // namespace mcheck::detail
