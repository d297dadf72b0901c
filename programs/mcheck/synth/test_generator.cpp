// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/test_generator.hpp"

#include <algorithm>
#include <utility>

namespace mcheck::command {
namespace {

constexpr unsigned kMaxMakers = 3;      // of objects that are made for arguments
constexpr std::size_t kPairRounds = 3;  // prefixes of 0, 1 and 2 calls
constexpr std::size_t kVariants = 2;    // of a pair, if arguments can be chosen
constexpr std::size_t kMaxObservers = 4;
constexpr int kAttempts = 200;  // to make a test that is new

std::size_t literal_limit(const TypeInfo& type, std::size_t level) {
  return std::min(type.literals.size(), 2 + level);
}

}  // namespace

TestGenerator::TestGenerator(const ClassTable& table, std::size_t class_number, std::uint64_t seed,
                             Trial trial)
    : table_(table), class_number_(class_number), random_(seed), trial_(std::move(trial)) {
  for (std::size_t i = 0; i < table_.operations.size(); ++i) {
    const OperationInfo& each = table_.operations[i];
    if (!each.missing.empty()) continue;
    const bool makes_object = each.result == 0 && !each.is_method();  // its objects are not shared
    const bool is_call = !each.constructs && !each.maker && !each.quiescent;
    if (is_call && !makes_object) methods_.push_back(i);
    const bool takes_object_only = each.is_method() && each.parameters.size() == 1;
    if ((each.read_only || each.quiescent) && takes_object_only) observers_.push_back(i);
  }
  // Calls that change nothing seldom show a bug beside each other: they come later.
  for (const bool both_read_only : {false, true}) {
    for (std::size_t i = 0; i < methods_.size(); ++i) {
      for (std::size_t j = i; j < methods_.size(); ++j) {
        const bool reads =
            table_.operations[methods_[i]].read_only && table_.operations[methods_[j]].read_only;
        if (reads == both_read_only) pairs_.emplace_back(methods_[i], methods_[j]);
      }
    }
  }
}

std::string TestGenerator::obstacle() const {
  const auto makes_object = [](const OperationInfo& each) { return each.result == 0; };
  const auto is_there = [&](const OperationInfo& each) {
    return makes_object(each) && each.missing.empty();
  };
  if (std::ranges::none_of(table_.operations, makes_object)) {
    return "no operation makes an object of the class";
  }
  if (std::ranges::none_of(table_.operations, is_there)) {
    return "'" + table_.reference + "' has no constructor with the same parameters";
  }
  if (methods_.empty()) {
    return table_.reference.empty() ? "the class has no operation that threads may call"
                                    : "'" + table_.reference + "' has none of its operations";
  }
  return "";
}

bool TestGenerator::has_tried_pairs() const {
  return pair_ >= kPairRounds * kVariants * all_pairs();
}

std::optional<ClassTest> TestGenerator::next() {
  while (!has_tried_pairs()) {
    if (auto test = next_pair()) return test;
  }
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (auto test = next_random()) return test;
  }
  return std::nullopt;
}

std::optional<ClassTest> TestGenerator::next_pair() {
  const std::size_t number = pair_++;
  const std::size_t round = number / (kVariants * all_pairs());
  const auto& [first, second] = pairs_[number % all_pairs()];
  return test_of({{first}, {second}}, round);
}

std::size_t TestGenerator::seldom_used_method() {
  const std::size_t one = methods_[random_.below(methods_.size())];
  const std::size_t other = methods_[random_.below(methods_.size())];
  return uses_[one] <= uses_[other] ? one : other;
}

std::optional<ClassTest> TestGenerator::next_random() {
  const std::size_t level = std::min<std::size_t>(random_tests_++ / 100, 2);
  const std::size_t threads = random_.below(4) == 0 ? 3 : 2;
  std::vector<std::vector<std::size_t>> operations(threads);
  for (std::vector<std::size_t>& thread : operations) {
    const std::size_t most = threads == 3 ? 1 + level / 2 : 2 + level / 2;
    const std::size_t calls = 1 + random_.below(most);
    for (std::size_t i = 0; i < calls; ++i) thread.push_back(seldom_used_method());
  }
  return test_of(operations, random_.below(3 + level));
}

std::optional<ClassTest> TestGenerator::test_of(
    const std::vector<std::vector<std::size_t>>& operations, std::size_t prefix_calls) {
  ClassTest test{.class_number = class_number_};
  if (!construct(test, 0, 0) || !grow_prefix(test, prefix_calls)) return std::nullopt;
  std::map<std::string, std::size_t> thread_of_owner;
  for (std::size_t t = 0; t < operations.size(); ++t) {
    Calls thread;
    for (const std::size_t operation : operations[t]) {
      const std::string& owner = table_.operations[operation].owner;
      const auto [owning, is_first] = thread_of_owner.try_emplace(owner, t);
      if (!owner.empty() && owning->second != t) continue;
      if (!add_call(test, thread, operation)) return std::nullopt;
    }
    if (!thread.empty()) test.threads.push_back(std::move(thread));
  }
  if (test.threads.size() < 2) return std::nullopt;
  add_observers(test);
  test = normalised(std::move(test));
  if (!is_new(test)) return std::nullopt;
  for (const Calls& thread : test.threads) {
    for (const CallChoice& call : thread) ++uses_[call.operation];
  }
  return test;
}

void TestGenerator::note_explored(const ClassTest& test) {
  for (std::size_t a = 0; a < test.threads.size(); ++a) {
    for (std::size_t b = a + 1; b < test.threads.size(); ++b) {
      for (const CallChoice& one : test.threads[a]) {
        for (const CallChoice& other : test.threads[b]) {
          covered_.insert(std::minmax(one.operation, other.operation));
        }
      }
    }
  }
}

bool TestGenerator::is_new(const ClassTest& test) { return made_.insert(encode(test)).second; }

// Calls that neither throw nor block nor fail, one after another.
bool TestGenerator::grow_prefix(ClassTest& test, std::size_t calls) {
  for (std::size_t i = 0; i < calls; ++i) {
    for (int attempt = 0;; ++attempt) {
      if (attempt == 5) break;  // the state permits few calls: leave it as it is
      ClassTest longer = test;
      const std::size_t operation = methods_[random_.below(methods_.size())];
      if (table_.operations[operation].read_only) continue;
      Calls added;
      if (!add_call(longer, added, operation)) continue;
      // What an argument needs came before; own calls of the part are now calls of the prefix.
      for (CallChoice& call : added) longer.prefix.push_back(std::move(call));
      const auto [known, is_new_prefix] =
          tried_.try_emplace(encode(longer), SequentialBehaviour::kFine);
      if (is_new_prefix) known->second = trial_(longer);
      if (known->second != SequentialBehaviour::kFine) continue;
      test = std::move(longer);
      break;
    }
  }
  return true;
}

bool TestGenerator::add_call(ClassTest& test, Calls& part, std::size_t operation) {
  const OperationInfo& info = table_.operations[operation];
  CallChoice call{.operation = operation};
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    std::optional<ArgumentChoice> argument;
    if (i == 0 && info.is_method()) {
      argument = ArgumentChoice{.kind = ArgumentKind::kPrefixCall,
                                .number = object_under_test(test, table_)};
      // Two objects of the class meet: sometimes the other one is called.
      const auto other = random_.below(3) == 0 ? object_for(test, 0, kMaxMakers) : std::nullopt;
      if (other && info.parameters.size() > 1 && info.parameters[1].type == 0) argument = other;
    } else {
      argument = argument_for(test, part, info.parameters[i], 0);
    }
    if (!argument) return false;
    call.arguments.push_back(*argument);
  }
  part.push_back(std::move(call));
  return true;
}

bool TestGenerator::has_object(const ClassTest& test) const {
  return object_under_test(test, table_) < test.prefix.size();
}

std::optional<ArgumentChoice> TestGenerator::argument_for(ClassTest& test, const Calls& part,
                                                          const ParameterInfo& parameter,
                                                          unsigned depth) {
  const TypeInfo& type = table_.types[parameter.type];
  if (parameter.passing == 'p' && random_.below(8) == 0)
    return ArgumentChoice{.kind = ArgumentKind::kNull};
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (table_.operations[part[i].operation].result == parameter.type) own.push_back(i);
  }
  if (!own.empty() && (type.literals.empty() || random_.below(3) == 0)) {
    return ArgumentChoice{.kind = ArgumentKind::kOwnCall, .number = own[random_.below(own.size())]};
  }
  if (!type.literals.empty()) {
    const std::size_t limit = literal_limit(type, random_tests_ / 100);
    return ArgumentChoice{.kind = ArgumentKind::kLiteral, .number = random_.below(limit)};
  }
  if (auto object = object_for(test, parameter.type, depth)) return object;
  if (parameter.passing == 'p') return ArgumentChoice{.kind = ArgumentKind::kNull};
  return std::nullopt;
}

// An object of the prefix; of the class under test, sometimes itself and sometimes another one.
std::optional<ArgumentChoice> TestGenerator::object_for(ClassTest& test, std::size_t type,
                                                        unsigned depth) {
  const auto existing = [&] {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < test.prefix.size(); ++i) {
      if (table_.operations[test.prefix[i].operation].result == type) numbers.push_back(i);
    }
    return numbers;
  };
  std::vector<std::size_t> numbers = existing();
  const bool wants_another = type == 0 && numbers.size() == 1 && random_.below(2) == 0;
  if (depth < kMaxMakers && (numbers.empty() || wants_another) && construct(test, type, depth)) {
    numbers = existing();
  }
  if (numbers.empty()) return std::nullopt;
  return ArgumentChoice{.kind = ArgumentKind::kPrefixCall,
                        .number = numbers[random_.below(numbers.size())]};
}

// Adds an operation to the prefix that makes such an object out of nothing that exists.
bool TestGenerator::construct(ClassTest& test, std::size_t type, unsigned depth) {
  std::vector<std::size_t> makers;
  for (std::size_t i = 0; i < table_.operations.size(); ++i) {
    const OperationInfo& each = table_.operations[i];
    if (each.result == type && !each.is_method() && each.missing.empty()) makers.push_back(i);
  }
  while (!makers.empty()) {
    const std::size_t chosen = random_.below(makers.size());
    ClassTest longer = test;
    CallChoice call{.operation = makers[chosen]};
    bool is_possible = true;
    for (const ParameterInfo& parameter : table_.operations[makers[chosen]].parameters) {
      const bool needs_itself = parameter.type == 0 && !has_object(longer);
      const auto argument = needs_itself || depth >= kMaxMakers
                                ? std::nullopt
                                : argument_for(longer, {}, parameter, depth + 1);
      is_possible = is_possible && argument.has_value();
      if (argument) call.arguments.push_back(*argument);
    }
    if (is_possible) {
      longer.prefix.push_back(std::move(call));
      test = std::move(longer);
      return true;
    }
    makers.erase(makers.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  return false;
}

// Whether a call of the operation on a new object does not block: otherwise tests that end with it
// might all block.
bool TestGenerator::ends_alone(std::size_t operation) {
  const auto [known, is_new_operation] = ends_alone_.try_emplace(operation, false);
  if (!is_new_operation) return known->second;
  ClassTest test{.class_number = class_number_};
  if (!construct(test, 0, 0) || !add_call(test, test.after, operation)) return false;
  const SequentialBehaviour behaviour = trial_(test);
  return known->second =
             behaviour == SequentialBehaviour::kFine || behaviour == SequentialBehaviour::kThrows;
}

void TestGenerator::add_observers(ClassTest& test) {
  std::vector<std::size_t> observers;
  for (const std::size_t each : observers_) {
    if (observers.size() < kMaxObservers && ends_alone(each)) observers.push_back(each);
  }
  std::vector<std::size_t> with_result;
  for (const std::size_t each : methods_) {
    const OperationInfo& info = table_.operations[each];
    if (!info.read_only && info.is_method() && info.result && *info.result != 0 &&
        ends_alone(each)) {
      with_result.push_back(each);
    }
  }
  if (!with_result.empty()) {  // such as pop(): twice shows what is left
    observers.insert(observers.end(), 2, with_result[random_.below(with_result.size())]);
  }
  for (const std::size_t each : observers) (void)add_call(test, test.after, each);
}

}  // namespace mcheck::command
