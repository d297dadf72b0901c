// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/class_test.hpp"

#include <algorithm>
#include <set>

namespace mcheck::command {
namespace {

// `first`: the number of the first call of the part.
std::string encode_calls(const Calls& calls, std::size_t first) {
  std::string text;
  for (const CallChoice& call : calls) {
    if (!text.empty()) text += ";";
    text += std::to_string(call.operation) + ":";
    const char* separator = "";
    for (const ArgumentChoice& argument : call.arguments) {
      text += separator;
      separator = ",";
      switch (argument.kind) {
        case ArgumentKind::kLiteral: text += "=" + std::to_string(argument.number); break;
        case ArgumentKind::kPrefixCall: text += "#" + std::to_string(argument.number); break;
        case ArgumentKind::kOwnCall: text += "#" + std::to_string(first + argument.number); break;
        case ArgumentKind::kNull: text += "!"; break;
      }
    }
  }
  return text;
}

// Removes the call and what depends on it; returns how the others of the part are numbered now.
std::vector<std::size_t> erase_call(Calls& calls, std::size_t position, ArgumentKind own) {
  constexpr std::size_t kGone = ~std::size_t{0};
  std::vector<std::size_t> now(calls.size());
  Calls kept;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    bool is_gone = i == position;
    for (ArgumentChoice& argument : calls[i].arguments) {
      if (argument.kind != own) continue;
      is_gone = is_gone || now[argument.number] == kGone;
      if (!is_gone) argument.number = now[argument.number];
    }
    now[i] = is_gone ? kGone : kept.size();
    if (!is_gone) kept.push_back(calls[i]);
  }
  calls = std::move(kept);
  return now;
}

// After a change of the prefix.
void renumber_prefix_calls(Calls& calls, const std::vector<std::size_t>& now) {
  for (std::size_t i = 0; i < calls.size();) {
    bool is_gone = false;
    for (ArgumentChoice& argument : calls[i].arguments) {
      if (argument.kind != ArgumentKind::kPrefixCall) continue;
      is_gone = is_gone || now[argument.number] == ~std::size_t{0};
    }
    if (is_gone) {
      (void)erase_call(calls, i, ArgumentKind::kOwnCall);
      continue;
    }
    for (ArgumentChoice& argument : calls[i].arguments) {
      if (argument.kind == ArgumentKind::kPrefixCall) argument.number = now[argument.number];
    }
    ++i;
  }
}

}  // namespace

std::size_t ClassTest::call_count() const {
  std::size_t count = prefix.size() + after.size();
  for (const Calls& thread : threads) count += thread.size();
  return count;
}

std::size_t object_under_test(const ClassTest& test, const ClassTable& table) {
  const auto makes_object = [&](const CallChoice& call) {
    return table.operations[call.operation].result == 0;
  };
  return static_cast<std::size_t>(std::ranges::find_if(test.prefix, makes_object) -
                                  test.prefix.begin());
}

std::string encode(const ClassTest& test) {
  std::string text = std::to_string(test.class_number) + "/" + encode_calls(test.prefix, 0);
  std::size_t first = test.prefix.size();
  for (const Calls& thread : test.threads) {
    text += "/" + encode_calls(thread, first);
    first += thread.size();
  }
  return text + "/" + encode_calls(test.after, first);
}

ClassTest without_call(const ClassTest& test, std::size_t part, std::size_t position) {
  ClassTest less = test;
  if (part == 0) {
    const std::vector<std::size_t> now =
        erase_call(less.prefix, position, ArgumentKind::kPrefixCall);
    for (Calls& thread : less.threads) renumber_prefix_calls(thread, now);
    renumber_prefix_calls(less.after, now);
  } else {
    Calls& calls = part <= less.threads.size() ? less.threads[part - 1] : less.after;
    (void)erase_call(calls, position, ArgumentKind::kOwnCall);
  }
  std::erase_if(less.threads, [](const Calls& thread) { return thread.empty(); });
  return less;
}

std::vector<std::size_t*> literal_numbers(ClassTest& test) {
  std::vector<std::size_t*> numbers;
  const auto add = [&](Calls& calls) {
    for (CallChoice& call : calls) {
      for (ArgumentChoice& argument : call.arguments) {
        if (argument.kind == ArgumentKind::kLiteral) numbers.push_back(&argument.number);
      }
    }
  };
  add(test.prefix);
  for (Calls& thread : test.threads) add(thread);
  add(test.after);
  return numbers;
}

ClassTest normalised(ClassTest test) {
  std::ranges::sort(test.threads);
  return test;
}

}  // namespace mcheck::command
