// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/clang_ast.hpp"

#include <algorithm>

namespace mcheck::command::reflection {
namespace {

constexpr int kErrorSeverity = 3;
constexpr int kDeprecated = 1;
constexpr int kNotAvailable = 2;
constexpr int kRvalueQualifier = 2;
// clang_getCursorExceptionSpecificationType: throw(), and noexcept or noexcept(true).
constexpr int kThrowsNothing = 1;
constexpr int kNoexcept = 4;
constexpr int kNothrow = 9;

std::string copied_text(const Libclang* clang, RawString raw) {
  const char* text = clang->getCString(raw);
  std::string copy = text == nullptr ? "" : text;
  clang->disposeString(raw);
  return copy;
}

SourceLine line_of(const Libclang* clang, RawLocation location) {
  void* file = nullptr;
  SourceLine found;
  clang->getExpansionLocation(location, &file, &found.line, nullptr, nullptr);
  if (file != nullptr) found.file = copied_text(clang, clang->getFileName(file));
  return found;
}

int collect_child(RawCursor child, RawCursor /*parent*/, void* client) {
  static_cast<std::vector<RawCursor>*>(client)->push_back(child);
  constexpr int kContinue = 1;
  return kContinue;
}

}  // namespace

std::string ClangType::spelling() const {
  return copied_text(clang_, clang_->getTypeSpelling(raw_));
}
ClangType ClangType::canonical() const { return {clang_, clang_->getCanonicalType(raw_)}; }
ClangType ClangType::pointee() const { return {clang_, clang_->getPointeeType(raw_)}; }
ClangCursor ClangType::declaration() const { return {clang_, clang_->getTypeDeclaration(raw_)}; }
bool ClangType::is_const() const { return clang_->isConstQualifiedType(raw_) != 0; }
bool ClangType::is_variadic() const { return clang_->isFunctionTypeVariadic(raw_) != 0; }
bool ClangType::is_rvalue_qualified() const {
  return clang_->Type_getCXXRefQualifier(raw_) == kRvalueQualifier;
}
ClangType ClangType::result() const { return {clang_, clang_->getResultType(raw_)}; }

std::vector<ClangType> ClangType::arguments() const {
  std::vector<ClangType> all;
  const int count = clang_->getNumArgTypes(raw_);
  for (int i = 0; i < count; ++i) {
    all.emplace_back(clang_, clang_->getArgType(raw_, static_cast<unsigned>(i)));
  }
  return all;
}

std::vector<ClangType> ClangType::template_arguments() const {
  std::vector<ClangType> all;
  const int count = clang_->Type_getNumTemplateArguments(raw_);
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<unsigned>(i);
    all.emplace_back(clang_, clang_->Type_getTemplateArgumentAsType(raw_, index));
  }
  return all;
}

bool ClangCursor::is_valid() const {
  constexpr int kFirstInvalid = 70;
  constexpr int kLastInvalid = 73;
  return raw_.kind < kFirstInvalid || raw_.kind > kLastInvalid;
}
bool ClangCursor::operator==(const ClangCursor& other) const {
  return clang_->equalCursors(raw_, other.raw_) != 0;
}
std::string ClangCursor::spelling() const {
  return copied_text(clang_, clang_->getCursorSpelling(raw_));
}
ClangType ClangCursor::type() const { return {clang_, clang_->getCursorType(raw_)}; }
ClangType ClangCursor::result_type() const { return {clang_, clang_->getCursorResultType(raw_)}; }
ClangType ClangCursor::aliased_type() const {
  return {clang_, clang_->getTypedefDeclUnderlyingType(raw_)};
}

std::vector<ClangCursor> ClangCursor::children() const {
  std::vector<RawCursor> raw;
  clang_->visitChildren(raw_, collect_child, &raw);
  std::vector<ClangCursor> all;
  all.reserve(raw.size());
  for (const RawCursor& each : raw) all.emplace_back(clang_, each);
  return all;
}

ClangCursor ClangCursor::parent() const { return {clang_, clang_->getCursorSemanticParent(raw_)}; }
ClangCursor ClangCursor::pattern() const {
  return {clang_, clang_->getSpecializedCursorTemplate(raw_)};
}
ClangCursor ClangCursor::definition() const { return {clang_, clang_->getCursorDefinition(raw_)}; }
CursorKind ClangCursor::instance_kind() const {
  return static_cast<CursorKind>(clang_->getTemplateCursorKind(raw_));
}

std::vector<ClangCursor> ClangCursor::overloads() const {
  std::vector<ClangCursor> all;
  const unsigned count = clang_->getNumOverloadedDecls(raw_);
  for (unsigned i = 0; i < count; ++i) all.emplace_back(clang_, clang_->getOverloadedDecl(raw_, i));
  return all;
}

std::vector<ClangCursor> ClangCursor::parameters() const {
  std::vector<ClangCursor> all;
  const int count = clang_->Cursor_getNumArguments(raw_);
  for (int i = 0; i < count; ++i) {
    all.emplace_back(clang_, clang_->Cursor_getArgument(raw_, static_cast<unsigned>(i)));
  }
  if (count >= 0) return all;
  for (const ClangCursor& child : children()) {  // of a function template
    if (child.kind() == CursorKind::kParameter) all.push_back(child);
  }
  return all;
}

SourceLine ClangCursor::location() const {
  return line_of(clang_, clang_->getCursorLocation(raw_));
}
bool ClangCursor::is_in_system_header() const {
  return clang_->Location_isInSystemHeader(clang_->getCursorLocation(raw_)) != 0;
}
Access ClangCursor::access() const {
  return static_cast<Access>(clang_->getCXXAccessSpecifier(raw_));
}
bool ClangCursor::is_definition() const { return clang_->isCursorDefinition(raw_) != 0; }
bool ClangCursor::is_deleted() const {
  return clang_->getCursorAvailability(raw_) == kNotAvailable;
}
bool ClangCursor::is_deprecated() const {
  return clang_->getCursorAvailability(raw_) == kDeprecated;
}
bool ClangCursor::is_noexcept() const {
  const int kind = clang_->getCursorExceptionSpecificationType(raw_);
  return kind == kNoexcept || kind == kThrowsNothing || kind == kNothrow;
}
bool ClangCursor::is_const_method() const { return clang_->CXXMethod_isConst(raw_) != 0; }
bool ClangCursor::is_static_method() const { return clang_->CXXMethod_isStatic(raw_) != 0; }
bool ClangCursor::is_virtual_method() const { return clang_->CXXMethod_isVirtual(raw_) != 0; }
bool ClangCursor::is_pure_method() const { return clang_->CXXMethod_isPureVirtual(raw_) != 0; }
bool ClangCursor::is_abstract() const { return clang_->CXXRecord_isAbstract(raw_) != 0; }
bool ClangCursor::is_anonymous() const { return clang_->Cursor_isAnonymous(raw_) != 0; }
bool ClangCursor::is_inline_namespace() const {
  return clang_->Cursor_isInlineNamespace(raw_) != 0;
}
long long ClangCursor::enumerator_value() const { return clang_->getEnumConstantDeclValue(raw_); }
bool ClangCursor::is_class() const {
  return kind() == CursorKind::kClass || kind() == CursorKind::kStruct ||
         kind() == CursorKind::kUnion;
}

std::string ClangCursor::qualified_name() const {
  std::string name = spelling();
  for (ClangCursor outer = parent(); outer.is_valid(); outer = outer.parent()) {
    const CursorKind kind = outer.kind();
    const bool is_class_like = outer.is_class() || kind == CursorKind::kClassTemplate ||
                               kind == CursorKind::kPartialSpecialization ||
                               kind == CursorKind::kEnum;
    if (kind != CursorKind::kNamespace && !is_class_like) break;
    if (!outer.is_inline_namespace()) name.insert(0, outer.spelling() + "::");
  }
  return name;
}

std::vector<std::string> ClangCursor::tokens(void* unit) const {
  RawToken* raw = nullptr;
  unsigned count = 0;
  clang_->tokenize(unit, clang_->getCursorExtent(raw_), &raw, &count);
  std::vector<std::string> all;
  for (unsigned i = 0; i < count; ++i) {
    all.push_back(copied_text(clang_, clang_->getTokenSpelling(unit, raw[i])));
  }
  if (raw != nullptr) clang_->disposeTokens(unit, raw, count);
  return all;
}

TranslationUnit::TranslationUnit(const Libclang& clang, const Text& source,
                                 const std::vector<std::string>& flags, Use use)
    : clang_(&clang),
      index_(clang.createIndex(0, 0), clang.disposeIndex),
      unit_(nullptr, clang.disposeTranslationUnit) {
  constexpr unsigned kKeepGoing = 0x200;
  constexpr unsigned kIncomplete = 0x2;
  constexpr unsigned kForSerialization = 0x10;
  const unsigned options =
      use == Use::kRead ? kKeepGoing : kKeepGoing | kIncomplete | kForSerialization;
  std::vector<const char*> words;
  for (const std::string& flag : flags) words.push_back(flag.c_str());
  RawBuffer buffer = {source.path.c_str(), source.text.c_str(), source.text.size()};
  void* unit = nullptr;
  clang.parseTranslationUnit2(index_.get(), source.path.c_str(), words.data(),
                              static_cast<int>(words.size()), &buffer, 1, options, &unit);
  unit_.reset(unit);
  if (unit != nullptr) read_errors();
}

ClangCursor TranslationUnit::root() const {
  return {clang_, clang_->getTranslationUnitCursor(unit_.get())};
}

bool TranslationUnit::save(const std::string& path) const {
  return clang_->saveTranslationUnit(unit_.get(), path.c_str(), 0) == 0;
}

void TranslationUnit::read_errors() {
  const unsigned count = clang_->getNumDiagnostics(unit_.get());
  for (unsigned i = 0; i < count; ++i) {
    void* raw = clang_->getDiagnostic(unit_.get(), i);
    if (clang_->getDiagnosticSeverity(raw) >= kErrorSeverity) {
      ClangError error{line_of(clang_, clang_->getDiagnosticLocation(raw)),
                       copied_text(clang_, clang_->getDiagnosticSpelling(raw)),
                       {}};
      void* notes = clang_->getChildDiagnostics(raw);
      for (unsigned note = 0; note < clang_->getNumDiagnosticsInSet(notes); ++note) {
        void* child = clang_->getDiagnosticInSet(notes, note);
        error.through.push_back(line_of(clang_, clang_->getDiagnosticLocation(child)));
        clang_->disposeDiagnostic(child);
      }
      errors_.push_back(std::move(error));
    }
    clang_->disposeDiagnostic(raw);
  }
}

void for_each_declaration(const ClangCursor& root,
                          const std::function<void(const ClangCursor&)>& visit) {
  for (const ClangCursor& child : root.children()) {
    if (child.kind() == CursorKind::kNamespace) {
      if (!child.spelling().empty()) for_each_declaration(child, visit);
    } else if (child.kind() == CursorKind::kLinkage || child.kind() == CursorKind::kUnexposed) {
      for_each_declaration(child, visit);  // extern "C" is unexposed before clang 16
    } else {
      visit(child);
    }
  }
}

}  // namespace mcheck::command::reflection
