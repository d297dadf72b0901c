// SPDX-License-Identifier: MIT
// A class as a test can use it: plain data, without libclang. `read_class` makes it from a header,
// and `harness_source` writes it as C++.
#pragma once

#include <string>
#include <vector>

namespace mcheck::command::reflection {

// One way to create an object: of the class, or of an auxiliary type.
struct ConstructorModel {
  std::string name;                          // "bounded_queue"
  std::vector<std::string> parameter_types;  // as declared; those with defaults may be left out
  unsigned line = 0;                         // in the header; 0: implicit
  // A lambda that takes exactly these and returns the object, if the constructor wants something
  // else than the test passes; "" if they are passed as they are.
  std::string callable;
};

enum class OperationKind {
  kMethod,
  kStaticMethod,
  kFreeFunction,
  kConversion,
  kCopy,    // the copy constructor
  kAssign,  // the copy assignment
};

// One way to call a function. A function with default arguments has several, with equal names.
struct OperationModel {
  OperationKind kind = OperationKind::kMethod;
  std::string name;       // "push", "operator[]", "copy"; the signature where that is ambiguous
  std::string signature;  // as declared: "push(const int&)"
  // The object first, unless it is static; then those that the test has to pass.
  std::vector<std::string> parameter_types;
  std::vector<std::string> parameter_names;  // in the header, "" for the object and unnamed ones
  std::string callable;                      // a lambda that takes exactly these
  std::string result;                        // the type
  std::string file;
  unsigned line = 0;
  bool is_const = false;  // read-only, by the convention of C++
  bool is_virtual = false;
  bool is_noexcept = false;
  bool is_deprecated = false;
  bool is_factory = false;  // returns an object of the class, without having one
  bool is_template = false;
  // Guesses for the same parameters of a template have one number, which is not 0: one remains.
  int guess_group = 0;
};

// Another type that calls need.
struct AuxiliaryModel {
  std::string type;
  std::vector<ConstructorModel> constructors;
  std::vector<std::string> values;  // expressions, which replace the run-time's own
};

// A function that no test calls.
struct LeftOut {
  std::string what;  // "push(value_type &&)"
  std::string why;   // "rvalue-ref-qualified"
  bool operator==(const LeftOut&) const = default;
};

// The same calls on an object of another class, which says what is right.
struct ReferenceModel {
  std::string name;  // "std::deque<int>"; "": there is none
  std::vector<ConstructorModel> constructors;
  std::vector<OperationModel> operations;
};

struct ClassModel {
  std::string header;  // as in #include: "/path/queue.hpp" in quotes, or <queue>
  std::vector<std::string> argument_headers;  // of the template arguments: "<string>"
  std::string name;                           // "samples::bounded_queue<int>"
  std::vector<std::string> template_arguments;
  std::string file;
  unsigned line = 0;
  std::vector<std::string> flags;  // with which it was read
  bool is_copyable = false;
  bool is_abstract = false;
  std::vector<ConstructorModel> constructors;
  std::vector<OperationModel> operations;  // factories included
  std::vector<AuxiliaryModel> auxiliaries;
  std::vector<LeftOut> left_out;
  ReferenceModel reference;
};

// A class in a header, for a table.
struct ListedClass {
  std::string name;           // "samples::bounded_queue<int>": with arguments that are proposed
  std::string template_name;  // "samples::bounded_queue"; "" if it is none
  std::vector<std::string> template_parameters;  // "class T", "std::size_t N"
  unsigned line = 0;
  bool is_abstract = false;
  bool is_nested = false;  // in another class
  bool operator==(const ListedClass&) const = default;
};

}  // namespace mcheck::command::reflection
