// SPDX-License-Identifier: MIT
// What libclang parsed, as values: a translation unit with its errors, cursors (declarations), and
// types. A cursor or a type is valid as long as its translation unit exists.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "programs/mcheck/reflection/libclang.hpp"

namespace mcheck::command::reflection {

// The kinds of clang-c/Index.h that mcheck distinguishes.
enum class CursorKind : int {
  kUnexposed = 1,
  kStruct = 2,
  kUnion = 3,
  kClass = 4,
  kEnum = 5,
  kField = 6,
  kEnumerator = 7,
  kFunction = 8,
  kVariable = 9,
  kParameter = 10,
  kTypedef = 20,
  kMethod = 21,
  kNamespace = 22,
  kLinkage = 23,
  kConstructor = 24,
  kDestructor = 25,
  kConversion = 26,
  kTypeParameter = 27,
  kValueParameter = 28,
  kTemplateParameter = 29,
  kFunctionTemplate = 30,
  kClassTemplate = 31,
  kPartialSpecialization = 32,
  kUsingDeclaration = 35,
  kTypeAlias = 36,
  kBase = 44,
  kOverloadedReference = 49,
  kFinalAttribute = 404,
  kAliasTemplate = 601,
  kFriend = 603,
};

enum class TypeKind : int {
  kInvalid = 0,
  kUnexposed = 1,
  kVoid = 2,
  kBool = 3,
  kFirstInteger = 4,
  kLastInteger = 20,
  kFloat = 21,
  kDouble = 22,
  kLongDouble = 23,
  kNullPointer = 24,
  kPointer = 101,
  kLvalueReference = 103,
  kRvalueReference = 104,
  kRecord = 105,
  kEnum = 106,
  kFunction = 111,
  kFirstArray = 112,
  kIncompleteArray = 114,
  kVariableArray = 115,
  kDependentArray = 116,
  kMemberPointer = 117,
};

enum class Access : int { kInvalid = 0, kPublic = 1, kProtected = 2, kPrivate = 3 };

struct SourceLine {
  std::string file;
  unsigned line = 0;
};

class ClangCursor;

class ClangType {
 public:
  ClangType(const Libclang* clang, RawType raw) : clang_(clang), raw_(raw) {}

  [[nodiscard]] TypeKind kind() const { return static_cast<TypeKind>(raw_.kind); }
  [[nodiscard]] std::string spelling() const;
  [[nodiscard]] ClangType canonical() const;
  [[nodiscard]] ClangType pointee() const;
  [[nodiscard]] ClangCursor declaration() const;
  [[nodiscard]] bool is_const() const;
  [[nodiscard]] bool is_variadic() const;
  [[nodiscard]] bool is_rvalue_qualified() const;
  // Of a function.
  [[nodiscard]] ClangType result() const;
  [[nodiscard]] std::vector<ClangType> arguments() const;
  // Invalid types stand for arguments that are no types.
  [[nodiscard]] std::vector<ClangType> template_arguments() const;

 private:
  const Libclang* clang_;
  RawType raw_;
};

class ClangCursor {
 public:
  ClangCursor(const Libclang* clang, RawCursor raw) : clang_(clang), raw_(raw) {}

  [[nodiscard]] CursorKind kind() const { return static_cast<CursorKind>(raw_.kind); }
  [[nodiscard]] bool is_valid() const;
  [[nodiscard]] bool operator==(const ClangCursor& other) const;
  [[nodiscard]] std::string spelling() const;
  [[nodiscard]] ClangType type() const;
  [[nodiscard]] ClangType result_type() const;
  [[nodiscard]] ClangType aliased_type() const;
  [[nodiscard]] std::vector<ClangCursor> children() const;
  [[nodiscard]] ClangCursor parent() const;
  // The template, or the member of a template, of which this is an instance; else invalid.
  [[nodiscard]] ClangCursor pattern() const;
  [[nodiscard]] ClangCursor definition() const;
  // Of a template: the kind that its instances have.
  [[nodiscard]] CursorKind instance_kind() const;
  // Of an overloaded reference.
  [[nodiscard]] std::vector<ClangCursor> overloads() const;
  [[nodiscard]] std::vector<ClangCursor> parameters() const;

  [[nodiscard]] SourceLine location() const;
  [[nodiscard]] bool is_in_system_header() const;
  [[nodiscard]] Access access() const;
  [[nodiscard]] bool is_definition() const;
  [[nodiscard]] bool is_deleted() const;
  [[nodiscard]] bool is_deprecated() const;
  [[nodiscard]] bool is_noexcept() const;
  [[nodiscard]] bool is_const_method() const;
  [[nodiscard]] bool is_static_method() const;
  [[nodiscard]] bool is_virtual_method() const;
  [[nodiscard]] bool is_pure_method() const;
  [[nodiscard]] bool is_abstract() const;
  [[nodiscard]] bool is_anonymous() const;
  [[nodiscard]] bool is_inline_namespace() const;
  [[nodiscard]] long long enumerator_value() const;
  [[nodiscard]] bool is_class() const;  // or struct, or union

  // "samples::bounded_queue": without template arguments and inline namespaces.
  [[nodiscard]] std::string qualified_name() const;
  // The source text in tokens. REQUIRES: the translation unit of the cursor.
  [[nodiscard]] std::vector<std::string> tokens(void* unit) const;

 private:
  const Libclang* clang_;
  RawCursor raw_;
};

struct ClangError {
  SourceLine where;
  std::string text;
  std::vector<SourceLine> through;  // the notes: "requested here", outermost last
};

class TranslationUnit {
 public:
  // Parses a text as C++ source in memory. The path need not exist.
  struct Text {
    std::string path;
    std::string text;
  };
  enum class Use { kRead, kPrecompile };
  TranslationUnit(const Libclang& clang, const Text& source, const std::vector<std::string>& flags,
                  Use use = Use::kRead);

  [[nodiscard]] bool is_parsed() const { return unit_ != nullptr; }
  [[nodiscard]] ClangCursor root() const;
  // Writes it as a precompiled header. REQUIRES: it was parsed for that.
  [[nodiscard]] bool save(const std::string& path) const;
  [[nodiscard]] const std::vector<ClangError>& errors() const { return errors_; }
  [[nodiscard]] void* raw() const { return unit_.get(); }

 private:
  void read_errors();

  const Libclang* clang_;
  std::unique_ptr<void, void (*)(void*)> index_;
  std::unique_ptr<void, void (*)(void*)> unit_;
  std::vector<ClangError> errors_;
};

// Calls `visit` for each declaration of each namespace, in order; inline, extern "C" and repeated
// namespaces included, classes not entered.
void for_each_declaration(const ClangCursor& root,
                          const std::function<void(const ClangCursor&)>& visit);

}  // namespace mcheck::command::reflection
