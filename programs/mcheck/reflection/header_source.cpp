// SPDX-License-Identifier: MIT
#include "programs/mcheck/reflection/header_source.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/reflection/compile_flags.hpp"

namespace mcheck::command::reflection {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxErrors = 3;

std::string bracketed(const std::string& header) {
  return header.starts_with('<') ? header : "<" + header + ">";
}

// The headers of classes of the standard library among the template arguments.
std::vector<std::string> headers_of_arguments(const std::string& class_name) {
  constexpr std::pair<const char*, const char*> kHeaders[] = {
      {"std::string", "<string>"},
      {"std::unique_ptr", "<memory>"},
      {"std::shared_ptr", "<memory>"},
      {"std::vector", "<vector>"},
      {"std::optional", "<optional>"},
      {"std::pair", "<utility>"},
      {"std::function", "<functional>"},
      {"std::deque", "<deque>"},
      {"std::map", "<map>"},
      {"std::set", "<set>"},
      {"std::list", "<list>"},
      {"std::queue", "<queue>"},
      {"std::stack", "<stack>"},
      {"std::unordered_map", "<unordered_map>"},
      {"std::unordered_set", "<unordered_set>"},
      {"std::atomic", "<atomic>"}};
  std::vector<std::string> headers;
  for (const auto& [name, header] : kHeaders) {
    const std::size_t at = class_name.find(name);
    const bool is_argument = at != std::string::npos && class_name.find('<') < at;
    if (is_argument && std::ranges::find(headers, header) == headers.end()) {
      headers.emplace_back(header);
    }
  }
  return headers;
}

// Writes a temporary file that exists as long as the result.
std::shared_ptr<const std::string> precompile(const TranslationUnit& unit) {
  std::error_code error;
  std::string path = fs::temp_directory_path(error) / "mcheck_header_XXXXXX";
  const int descriptor = mkstemp(path.data());
  if (descriptor < 0) return nullptr;
  close(descriptor);
  const auto remove_file = [](const std::string* file) {
    std::error_code ignored;
    fs::remove(*file, ignored);
    delete file;
  };
  const std::shared_ptr<const std::string> owned(new std::string(path), remove_file);
  return unit.save(path) ? owned : nullptr;
}

// The message about errors of the header; "" if there are none.
std::string header_errors(const TranslationUnit& unit, const std::string& header) {
  std::vector<Remark> remarks;
  for (const ClangError& error : unit.errors()) {
    if (remarks.size() == kMaxErrors) break;
    remarks.push_back({"at", error_line(error)});
  }
  if (remarks.empty() && unit.is_parsed()) return "";
  const bool is_missing = !unit.errors().empty() &&
                          unit.errors().front().where.file == HeaderSource::kPath &&
                          unit.errors().front().text.ends_with("file not found");
  if (is_missing) {
    return diagnostic("there is no header '" + header + "'",
                      {{"try", "its path, or the folder after --, as in -- -Iinclude"}});
  }
  const std::size_t count = unit.errors().size();
  if (count > kMaxErrors) {
    remarks.back().text += ", and " + std::to_string(count - kMaxErrors) + " more";
  }
  remarks.push_back({"usually", "it needs other headers before it, or flags"});
  remarks.push_back({"try", "the flags of your compiler after --, as in -- -Iinclude -std=c++20"});
  return diagnostic("cannot read '" + header + "'", remarks);
}

// The path of the file that the include line names.
std::string included_path(const TranslationUnit& unit, const OpenedHeader& header) {
  if (!header.path.empty()) return header.path;
  const std::string name = header.name.substr(1, header.name.size() - 2);
  std::string found;
  for_each_declaration(unit.root(), [&](const ClangCursor& cursor) {
    if (!found.empty()) return;
    const std::string file = cursor.location().file;
    if (file.ends_with("/" + name)) found = file;
  });
  return found.empty() ? name : found;
}

}  // namespace

std::variant<OpenedHeader, std::string> open_header(const std::string& header,
                                                    const std::string& class_name,
                                                    const std::vector<std::string>& flags,
                                                    const std::string& reference) {
  const auto loaded = load_libclang();
  if (const auto* missing = std::get_if<std::string>(&loaded)) return *missing;
  OpenedHeader opened;
  opened.source.clang = std::get<const Libclang*>(loaded);
  std::error_code error;
  if (fs::is_regular_file(header, error)) {
    opened.path = fs::absolute(header, error).lexically_normal();
    opened.name = "\"" + opened.path + "\"";
  } else {
    opened.name = bracketed(header);
  }
  opened.argument_headers = headers_of_arguments(class_name + "<" + reference);
  for (const std::string& each : opened.argument_headers) {
    opened.source.include_line += "#include " + each + "\n";
  }
  opened.source.include_line += "#include " + opened.name;
  std::vector<std::string>& all = opened.source.flags;
  all = flags_for_reading(flags);
  const bool has_standard =
      std::ranges::any_of(all, [](const std::string& flag) { return flag.starts_with("-std="); });
  if (!has_standard) all.emplace_back("-std=c++20");
  for (std::string& flag : builtin_header_flags(opened.source.clang->path)) {
    all.push_back(std::move(flag));
  }
  const TranslationUnit::Text text = {HeaderSource::kPath, opened.source.include_line + "\n"};
  opened.unit = std::make_shared<const TranslationUnit>(*opened.source.clang, text, all,
                                                        TranslationUnit::Use::kPrecompile);
  if (std::string message = header_errors(*opened.unit, header); !message.empty()) return message;
  opened.path = included_path(*opened.unit, opened);
  opened.source.precompiled = precompile(*opened.unit);
  return opened;
}

std::string error_line(const ClangError& error) {
  const std::string file = fs::path(error.where.file).filename();
  const bool is_probe = error.where.file.empty() || error.where.file == HeaderSource::kPath;
  return is_probe ? error.text : file + ":" + std::to_string(error.where.line) + ": " + error.text;
}

}  // namespace mcheck::command::reflection
