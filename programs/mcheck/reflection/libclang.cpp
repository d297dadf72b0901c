// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/libclang.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command::reflection {
namespace {

namespace fs = std::filesystem;

// The first number in a name: 14 of "libclang-14.so.1"; 0 if there is none.
int version_in(const std::string& name) {
  const std::size_t digit = name.find_first_of("0123456789");
  return digit == std::string::npos ? 0 : std::atoi(name.c_str() + digit);
}

// The files that may be libclang in the usual folders, the newest version first.
std::vector<std::string> installed_libraries() {
  std::vector<std::pair<int, std::string>> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/usr/lib", error)) {
    const std::string name = entry.path().filename();
    const fs::path library = entry.path() / "lib" / "libclang.so.1";
    if (name.starts_with("llvm-") && fs::exists(library, error)) {
      found.emplace_back(version_in(name), library);
    }
  }
  for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/local/lib"}) {
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename();
      const bool is_library =
          name.starts_with("libclang-") && name.find(".so") != std::string::npos;
      if (is_library && !name.starts_with("libclang-cpp")) {
        found.emplace_back(version_in(name), entry.path());
      }
    }
  }
  std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> paths;
  for (auto& [version, path] : found) paths.push_back(std::move(path));
  for (const char* name : {"libclang.so.1", "libclang.so"}) paths.emplace_back(name);
  return paths;
}

template <class Function>
bool load_function(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  return function != nullptr;
}

#define MCHECK_LOAD(NAME) load_function(library, "clang_" #NAME, table.NAME)

bool load_cursor_functions(void* library, Libclang& table) {
  return MCHECK_LOAD(visitChildren) && MCHECK_LOAD(equalCursors) &&
         MCHECK_LOAD(getCursorSpelling) && MCHECK_LOAD(getCursorType) &&
         MCHECK_LOAD(getCursorResultType) && MCHECK_LOAD(getTypedefDeclUnderlyingType) &&
         MCHECK_LOAD(getCursorLocation) && MCHECK_LOAD(getCursorExtent) &&
         MCHECK_LOAD(getCursorSemanticParent) && MCHECK_LOAD(getSpecializedCursorTemplate) &&
         MCHECK_LOAD(getCXXAccessSpecifier) && MCHECK_LOAD(getCursorAvailability) &&
         MCHECK_LOAD(getCursorExceptionSpecificationType) && MCHECK_LOAD(isCursorDefinition) &&
         MCHECK_LOAD(getCursorDefinition) && MCHECK_LOAD(getNumOverloadedDecls) &&
         MCHECK_LOAD(getOverloadedDecl) && MCHECK_LOAD(getTemplateCursorKind) &&
         MCHECK_LOAD(CXXMethod_isConst) && MCHECK_LOAD(CXXMethod_isStatic) &&
         MCHECK_LOAD(CXXMethod_isVirtual) && MCHECK_LOAD(CXXMethod_isPureVirtual) &&
         MCHECK_LOAD(CXXRecord_isAbstract) && MCHECK_LOAD(Cursor_isAnonymous) &&
         MCHECK_LOAD(Cursor_isInlineNamespace) && MCHECK_LOAD(Cursor_getNumArguments) &&
         MCHECK_LOAD(Cursor_getArgument) && MCHECK_LOAD(getEnumConstantDeclValue);
}

bool load_type_functions(void* library, Libclang& table) {
  return MCHECK_LOAD(getTypeSpelling) && MCHECK_LOAD(getCanonicalType) &&
         MCHECK_LOAD(getPointeeType) && MCHECK_LOAD(getTypeDeclaration) &&
         MCHECK_LOAD(isConstQualifiedType) && MCHECK_LOAD(isFunctionTypeVariadic) &&
         MCHECK_LOAD(getResultType) && MCHECK_LOAD(getNumArgTypes) && MCHECK_LOAD(getArgType) &&
         MCHECK_LOAD(Type_getCXXRefQualifier) && MCHECK_LOAD(Type_getNumTemplateArguments) &&
         MCHECK_LOAD(Type_getTemplateArgumentAsType) && MCHECK_LOAD(tokenize) &&
         MCHECK_LOAD(disposeTokens) && MCHECK_LOAD(getTokenSpelling);
}

bool load_other_functions(void* library, Libclang& table) {
  return MCHECK_LOAD(createIndex) && MCHECK_LOAD(disposeIndex) &&
         MCHECK_LOAD(parseTranslationUnit2) && MCHECK_LOAD(disposeTranslationUnit) &&
         MCHECK_LOAD(saveTranslationUnit) && MCHECK_LOAD(getTranslationUnitCursor) &&
         MCHECK_LOAD(getCString) && MCHECK_LOAD(disposeString) && MCHECK_LOAD(getNumDiagnostics) &&
         MCHECK_LOAD(getDiagnostic) && MCHECK_LOAD(disposeDiagnostic) &&
         MCHECK_LOAD(getDiagnosticSeverity) && MCHECK_LOAD(getDiagnosticLocation) &&
         MCHECK_LOAD(getDiagnosticSpelling) && MCHECK_LOAD(getChildDiagnostics) &&
         MCHECK_LOAD(getNumDiagnosticsInSet) && MCHECK_LOAD(getDiagnosticInSet) &&
         MCHECK_LOAD(getExpansionLocation) && MCHECK_LOAD(getFileName) &&
         MCHECK_LOAD(Location_isInSystemHeader);
}

#undef MCHECK_LOAD

bool load_from(const std::string& path, Libclang& table) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return false;
  if (load_other_functions(library, table) && load_cursor_functions(library, table) &&
      load_type_functions(library, table)) {
    Dl_info info{};
    const bool known = dladdr(reinterpret_cast<void*>(table.createIndex), &info) != 0;
    table.path = known && info.dli_fname != nullptr ? info.dli_fname : path;
    return true;
  }
  dlclose(library);
  return false;
}

}  // namespace

std::variant<Libclang, std::string> open_libclang(const std::string& given,
                                                  const std::vector<std::string>& candidates) {
  Libclang table{};
  if (!given.empty()) {
    if (load_from(given, table)) return table;
    return diagnostic("cannot load libclang from '" + given + "'",
                      {{"because", "MCHECK_LIBCLANG names it"},
                       {"wanted", "libclang 14 or newer"},
                       {"try", "unset MCHECK_LIBCLANG"}});
  }
  for (const std::string& path : candidates) {
    if (load_from(path, table)) return table;
  }
  return diagnostic("cannot read C++ headers: libclang is not installed",
                    {{"because", "only `mcheck synth` needs it, so mcheck does not contain it"},
                     {"try", "apt install libclang1-14 (or newer), or MCHECK_LIBCLANG=its path"}});
}

std::variant<const Libclang*, std::string> load_libclang() {
  static const std::variant<Libclang, std::string> opened = [] {
    const char* given = std::getenv("MCHECK_LIBCLANG");
    return open_libclang(given == nullptr ? "" : given, installed_libraries());
  }();
  if (const auto* message = std::get_if<std::string>(&opened)) return *message;
  return &std::get<Libclang>(opened);
}

}  // namespace mcheck::command::reflection
