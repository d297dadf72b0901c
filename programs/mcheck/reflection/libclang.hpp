// SPDX-License-Identifier: MIT
// libclang, loaded when it is first needed: mcheck is built and runs without it, and its headers
// are not needed either. This file declares the part of the C interface that mcheck uses, which has
// been stable since clang 14. Nothing else calls libclang but clang_ast, which wraps it.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace mcheck::command::reflection {

// The structures of clang-c/Index.h, by value as it passes them.
struct RawString {
  const void* data;
  unsigned flags;
};
struct RawCursor {
  int kind;
  int extra;
  const void* data[3];
};
struct RawType {
  int kind;
  void* data[2];
};
struct RawLocation {
  const void* data[2];
  unsigned offset;
};
struct RawRange {
  const void* data[2];
  unsigned begin;
  unsigned end;
};
struct RawToken {
  unsigned data[4];
  void* pointer;
};
struct RawBuffer {
  const char* path;
  const char* text;
  unsigned long length;
};
using RawVisitor = int (*)(RawCursor child, RawCursor parent, void* client);

// The functions, by the names of the C interface: clang_NAME.
struct Libclang {
  std::string path;  // of the library

  void* (*createIndex)(int, int);
  void (*disposeIndex)(void*);
  int (*parseTranslationUnit2)(void*, const char*, const char* const*, int, RawBuffer*, unsigned,
                               unsigned, void**);
  void (*disposeTranslationUnit)(void*);
  int (*saveTranslationUnit)(void*, const char*, unsigned);
  RawCursor (*getTranslationUnitCursor)(void*);
  const char* (*getCString)(RawString);
  void (*disposeString)(RawString);

  unsigned (*getNumDiagnostics)(void*);
  void* (*getDiagnostic)(void*, unsigned);
  void (*disposeDiagnostic)(void*);
  int (*getDiagnosticSeverity)(void*);
  RawLocation (*getDiagnosticLocation)(void*);
  RawString (*getDiagnosticSpelling)(void*);
  void* (*getChildDiagnostics)(void*);
  unsigned (*getNumDiagnosticsInSet)(void*);
  void* (*getDiagnosticInSet)(void*, unsigned);
  void (*getExpansionLocation)(RawLocation, void**, unsigned*, unsigned*, unsigned*);
  RawString (*getFileName)(void*);
  int (*Location_isInSystemHeader)(RawLocation);

  unsigned (*visitChildren)(RawCursor, RawVisitor, void*);
  unsigned (*equalCursors)(RawCursor, RawCursor);
  RawString (*getCursorSpelling)(RawCursor);
  RawType (*getCursorType)(RawCursor);
  RawType (*getCursorResultType)(RawCursor);
  RawType (*getTypedefDeclUnderlyingType)(RawCursor);
  RawLocation (*getCursorLocation)(RawCursor);
  RawRange (*getCursorExtent)(RawCursor);
  RawCursor (*getCursorSemanticParent)(RawCursor);
  RawCursor (*getSpecializedCursorTemplate)(RawCursor);
  int (*getCXXAccessSpecifier)(RawCursor);
  int (*getCursorAvailability)(RawCursor);
  int (*getCursorExceptionSpecificationType)(RawCursor);
  unsigned (*isCursorDefinition)(RawCursor);
  RawCursor (*getCursorDefinition)(RawCursor);
  unsigned (*getNumOverloadedDecls)(RawCursor);
  RawCursor (*getOverloadedDecl)(RawCursor, unsigned);
  int (*getTemplateCursorKind)(RawCursor);
  unsigned (*CXXMethod_isConst)(RawCursor);
  unsigned (*CXXMethod_isStatic)(RawCursor);
  unsigned (*CXXMethod_isVirtual)(RawCursor);
  unsigned (*CXXMethod_isPureVirtual)(RawCursor);
  unsigned (*CXXRecord_isAbstract)(RawCursor);
  unsigned (*Cursor_isAnonymous)(RawCursor);
  unsigned (*Cursor_isInlineNamespace)(RawCursor);
  int (*Cursor_getNumArguments)(RawCursor);
  RawCursor (*Cursor_getArgument)(RawCursor, unsigned);
  long long (*getEnumConstantDeclValue)(RawCursor);

  RawString (*getTypeSpelling)(RawType);
  RawType (*getCanonicalType)(RawType);
  RawType (*getPointeeType)(RawType);
  RawCursor (*getTypeDeclaration)(RawType);
  unsigned (*isConstQualifiedType)(RawType);
  unsigned (*isFunctionTypeVariadic)(RawType);
  RawType (*getResultType)(RawType);
  int (*getNumArgTypes)(RawType);
  RawType (*getArgType)(RawType, unsigned);
  int (*Type_getCXXRefQualifier)(RawType);
  int (*Type_getNumTemplateArguments)(RawType);
  RawType (*Type_getTemplateArgumentAsType)(RawType, unsigned);

  void (*tokenize)(void*, RawRange, RawToken**, unsigned*);
  void (*disposeTokens)(void*, RawToken*, unsigned);
  RawString (*getTokenSpelling)(void*, RawToken);
};

// The library, which stays loaded; or the complete message why there is none. The first call loads
// it: MCHECK_LIBCLANG names a file, and otherwise the newest that is installed is taken.
[[nodiscard]] std::variant<const Libclang*, std::string> load_libclang();

// The same without the environment: from `given` only, unless it is empty, else from the first of
// `candidates` that is libclang.
[[nodiscard]] std::variant<Libclang, std::string> open_libclang(
    const std::string& given, const std::vector<std::string>& candidates);

}  // namespace mcheck::command::reflection
