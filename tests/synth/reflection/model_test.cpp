// SPDX-License-Identifier: MIT
// What of sample classes tests can call, and in which words it is written.
#include <algorithm>

#include <catch2/catch.hpp>

#include "programs/mcheck/reflection/harness_source.hpp"
#include "tests/synth/reflection/reflection_support.hpp"

namespace mcheck::command::reflection::model_test {
namespace {

// All operations of that name.
std::vector<OperationModel> operations_of(const ClassModel& model, const std::string& name) {
  std::vector<OperationModel> found;
  for (const OperationModel& each : model.operations) {
    if (each.name == name) found.push_back(each);
  }
  return found;
}

OperationModel only_operation(const ClassModel& model, const std::string& name) {
  const std::vector<OperationModel> found = operations_of(model, name);
  INFO(name);
  REQUIRE(found.size() == 1);
  return found.front();
}

std::string reason_of(const ClassModel& model, const std::string& what) {
  for (const LeftOut& each : model.left_out) {
    if (each.what == what) return each.why;
  }
  return "not left out";
}

using Types = std::vector<std::string>;

}  // namespace

TEST_CASE("the harness of an instance of a template has its types") {
  const ClassModel model = model_of(sample("queue.hpp"), "bounded_queue<int>");
  CHECK(model.name == "shop::bounded_queue<int, 4>");
  CHECK(model.line == 11);
  CHECK(model.is_copyable);
  const std::string expected =
      "MCHECK_CLASS(shop::bounded_queue<int, 4>) {\n"
      "  about.constructor<>(\"bounded_queue\");\n"
      "  about.constructor<unsigned long>(\"bounded_queue\");\n"
      "  about.operation<shop::bounded_queue<int, 4>&, const int&>(\"push\",\n"
      "      [](shop::bounded_queue<int, 4>& self, const int& a) { return self.push(a); }, "
      "{.code = \"{0}.push({1})\"});\n"
      "  about.operation<shop::bounded_queue<int, 4>&, int&&>(\"push\",\n"
      "      [](shop::bounded_queue<int, 4>& self, int&& a) { return self.push(std::move(a)); }, "
      "{.code = \"{0}.push(std::move({1}))\"});\n"
      "  about.operation<shop::bounded_queue<int, 4>&>(\"pop\",\n"
      "      [](shop::bounded_queue<int, 4>& self) { return self.pop(); }, {.code = "
      "\"{0}.pop()\"});\n"
      "  about.operation<const shop::bounded_queue<int, 4>&>(\"size\",\n"
      "      [](const shop::bounded_queue<int, 4>& self) { return self.size(); }, "
      "{.code = \"{0}.size()\"});\n";
  const std::string source = harness_source(model);
  const std::size_t start = source.find("MCHECK_CLASS");
  CHECK(source.substr(start, expected.size()) == expected);
  CHECK(reason_of(model, "drain()") == "rvalue-ref-qualified: uses up the object");
}

TEST_CASE("a member template that takes a callable gets a lambda") {
  const ClassModel model = model_of(sample("queue.hpp"), "bounded_queue<int>");
  const OperationModel each = only_operation(model, "for_each");
  CHECK(each.is_template);
  CHECK(each.is_const);
  CHECK(each.parameter_types == Types{"const shop::bounded_queue<int, 4>&"});
  CHECK(each.callable.find("self.for_each([](const auto&...) {})") != std::string::npos);
}

TEST_CASE("an operator that is a template like the class belongs to the class") {
  const ClassModel model = model_of(sample("queue.hpp"), "bounded_queue<int>");
  const OperationModel equal = only_operation(model, "operator==");
  CHECK(equal.kind == OperationKind::kFreeFunction);
  CHECK(equal.callable.find("return self == a;") != std::string::npos);
}

TEST_CASE("inherited methods, defaults, callbacks and buffers become operations") {
  const ClassModel model = model_of(sample("oddities.hpp"), "kitchen_sink");
  CHECK(model.constructors.empty());
  CHECK(only_operation(model, "create").is_factory);
  CHECK(only_operation(model, "inherited").parameter_types == Types{"odd::kitchen_sink&", "int"});
  CHECK(operations_of(model, "paint").size() == 3);  // with 0, 1 and 2 arguments
  CHECK(only_operation(model, "old").is_deprecated);
  CHECK(only_operation(model, "swap").parameter_types ==
        Types{"odd::kitchen_sink&", "odd::kitchen_sink&"});
  CHECK(only_operation(model, "fill").parameter_types ==
        Types{"odd::kitchen_sink&", "const std::vector<int>&"});
  CHECK(only_operation(model, "count_if").parameter_types == Types{"const odd::kitchen_sink&"});
  CHECK(only_operation(model, "operator<<").parameter_types == Types{"const odd::kitchen_sink&"});
  CHECK(only_operation(model, "polish").parameter_types == Types{"odd::kitchen_sink&", "int"});
  CHECK(operations_of(model, "unrelated").empty());
  CHECK(only_operation(model, "copy").kind == OperationKind::kCopy);
  CHECK(only_operation(model, "assign").kind == OperationKind::kAssign);
}

TEST_CASE("types that calls need are described, too") {
  const ClassModel model = model_of(sample("oddities.hpp"), "kitchen_sink");
  REQUIRE(model.auxiliaries.size() == 3);
  CHECK(model.auxiliaries[0].values ==
        Types{"odd::colour::red", "odd::colour::green", "odd::colour::blue"});
  CHECK(model.auxiliaries[1].values == Types{"odd::config{0, false}", "odd::config{1, true}"});
  REQUIRE(model.auxiliaries[2].constructors.size() == 1);
  CHECK(model.auxiliaries[2].constructors[0].parameter_types == Types{"int"});
}

TEST_CASE("what is left out is listed with the reason") {
  const ClassModel model = model_of(sample("oddities.hpp"), "kitchen_sink");
  CHECK(model.left_out ==
        std::vector<LeftOut>{
            {"kitchen_sink(odd::kitchen_sink::secret, int)", "private"},
            {"print(const char*, ...)", "any number of arguments (...)"},
            {"gone()", "deleted"},
            {"meet(odd::unknown&)",
             "no way to build a parameter of type odd::unknown, which is not defined"}});
}

TEST_CASE("a function whose body does not compile for these arguments is left out") {
  const ClassModel model = model_of("vector", "std::vector<std::unique_ptr<int>>");
  CHECK(model.argument_headers == Types{"<memory>"});
  CHECK(reason_of(model, "push_back(const std::unique_ptr<int>&)").starts_with("does not compile"));
  CHECK(only_operation(model, "push_back").parameter_types ==
        Types{"std::vector<std::unique_ptr<int>>&", "std::unique_ptr<int>&&"});
}

TEST_CASE("all classes of a header are listed, templates with proposed arguments") {
  const auto listed = list_classes(sample("failing.hpp"), {});
  REQUIRE(std::holds_alternative<std::vector<ListedClass>>(listed));
  std::string text;
  for (const ListedClass& each : std::get<std::vector<ListedClass>>(listed)) {
    text += each.name + (each.is_abstract ? " abstract" : "") + "\n";
  }
  CHECK(text ==
        "one::account\none::shape abstract\none::square abstract\none::closed\none::silent\n"
        "one::only_small<int>\none::table<int, int, 2>\ntwo::account\n");
}

}  // namespace mcheck::command::reflection::model_test
