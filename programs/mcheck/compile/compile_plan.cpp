// SPDX-License-Identifier: MIT
#include "programs/mcheck/compile/compile_plan.hpp"

#include <algorithm>

#include "programs/mcheck/compile/compiler_arguments.hpp"
#include "programs/mcheck/compile/unsupported_options.hpp"

namespace mcheck::command {
namespace {

using Words = std::vector<CompilerArgument>;
using Texts = std::vector<std::string>;

template <typename Predicate>
bool any(const Words& words, Predicate predicate) {
  return std::any_of(words.begin(), words.end(), predicate);
}

bool has(const Words& words, const char* option) {
  return any(words, [&](const CompilerArgument& word) { return word.is(option); });
}

bool has_kind(const Words& words, ArgumentKind kind) {
  return any(words, [&](const CompilerArgument& word) { return word.kind == kind; });
}

bool stops_before_link(const Words& words) {
  for (const char* option : {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--precompile",
                             "-emit-ast", "--analyze", "--compile", "--assemble", "--preprocess"}) {
    if (has(words, option)) return true;
  }
  // If all inputs are headers, the compiler makes precompiled headers.
  return has_kind(words, ArgumentKind::kHeader) && !has_kind(words, ArgumentKind::kSource) &&
         !has_kind(words, ArgumentKind::kAssembler) && !has_kind(words, ArgumentKind::kLinked);
}

// Whether the line passes an option to the linker, in any of the forms that drivers accept.
bool passes_to_linker(const Words& words, const char* option) {
  return any(words, [&](const CompilerArgument& word) {
    if (word.is("-Xlinker")) return word.texts.back() == option;
    if (!word.starts_with("-Wl,")) return word.is(option);
    const Texts parts = split_commas(word.text().substr(4));
    return std::find(parts.begin(), parts.end(), option) != parts.end();
  });
}

bool makes_executable(const Words& words) {
  for (const char* option : {"-shared", "--shared", "-Bshareable", "-r", "--relocatable"}) {
    if (passes_to_linker(words, option)) return false;
  }
  return !stops_before_link(words);
}

// Flags that mcheck overrides: those of the sanitizer; whole-program optimisation, which merges
// accesses again; split debug information, which the reader of debug information does not find.
bool is_overridden(const CompilerArgument& word) {
  return word.starts_with("-flto") || word.is("-fwhole-program") || word.is("-gsplit-dwarf") ||
         word.is("-static-libtsan") || word.is("-ffat-lto-objects");
}

bool is_optimisation(const CompilerArgument& word) {
  return word.starts_with("-O") || word.starts_with("--optimize");
}

// "-fsanitize=thread,undefined" without thread; "" if nothing remains.
std::string without_thread(const std::string& text) {
  constexpr const char* kStart = "-fsanitize=";
  if (!text.starts_with(kStart)) return text;
  std::string rest;
  for (const std::string& part : split_commas(text.substr(std::string(kStart).size()))) {
    if (part != "thread") rest += (rest.empty() ? "" : ",") + part;
  }
  return rest.empty() ? "" : kStart + rest;
}

void append(Texts& texts, const Texts& more) {
  texts.insert(texts.end(), more.begin(), more.end());
}

// Appends flags, where they take precedence, but before clang's `--`, after which all is input.
void append_flags(Texts& texts, const Texts& flags) {
  texts.insert(std::find(texts.begin(), texts.end(), "--"), flags.begin(), flags.end());
}

// Appends one of the user's arguments, as the compiler or linker is to get it.
void append_kept(Texts& texts, const CompilerArgument& word) {
  if (is_overridden(word)) return;
  if (word.kind != ArgumentKind::kOption || word.texts.size() > 1) return append(texts, word.texts);
  if (std::string text = without_thread(word.text()); !text.empty()) texts.push_back(text);
}

// A C compiler treats a file with any suffix but .c as C++.
bool is_cxx(const Words& words, const CompileSettings& settings) {
  return settings.cxx || any(words, [](const CompilerArgument& word) {
           return word.kind == ArgumentKind::kSource && !word.text().ends_with(".c");
         });
}

// Keeps each function separate, and each call of it, even if its body is empty.
Texts function_flags(CompilerFamily family) {
  if (family == CompilerFamily::kClang) return {"-fno-inline"};
  return {"-fno-inline",  "-fno-partial-inlining", "-fno-ipa-cp",
          "-fno-ipa-sra", "-fno-ipa-icf",          "-fno-ipa-pure-const"};
}

Texts flags_for(const Words& words, const CompileSettings& settings) {
  Texts flags;
  if (!settings.keep_optimisation) {
    std::string level = "-O0";  // the compiler's default
    for (const CompilerArgument& word : words) {
      if (is_optimisation(word)) level = word.text();
    }
    flags = level == "-O0" ? Texts{"-O0"} : optimise_flags(settings.family);
  }
  append(flags, compile_flags(settings.family));
  // The hook at the end of a function needs that function's frame.
  if (settings.keep_optimisation) flags.emplace_back("-fno-optimize-sibling-calls");
  if (settings.keep_functions) append(flags, function_flags(settings.family));
  if (!settings.keep_ndebug) flags.emplace_back("-UNDEBUG");
  // _FORTIFY_SOURCE requires optimisation and replaces memcpy() and similar functions.
  flags.emplace_back("-U_FORTIFY_SOURCE");
  // The compiler finds an assembler there that instruments inline assembly (assembler/rewrite.hpp).
  if (!settings.assembler.empty()) {
    flags.push_back("-B" + settings.assembler + "/");
    if (settings.family == CompilerFamily::kClang) flags.emplace_back("-fno-integrated-as");
  }
  // After all other directories: headers of the project with these names take precedence.
  if (!settings.includes.empty()) append(flags, {"-idirafter", settings.includes});
  if (!settings.header.empty() && is_cxx(words, settings)) {
    append(flags, {"-include", settings.header});
  }
  return flags;
}

Texts compile_command(const Words& words, const CompileSettings& settings) {
  Texts texts;
  for (const CompilerArgument& word : words) {
    if (settings.keep_optimisation || !is_optimisation(word)) append_kept(texts, word);
  }
  append_flags(texts, flags_for(words, settings));
  return texts;
}

// Removes what would refuse a shared library whose hooks the executable defines: --no-undefined and
// `-z defs`, which may be split over two arguments.
class UndefinedFilter {
 public:
  [[nodiscard]] CompilerArgument operator()(const CompilerArgument& word) {
    if (word.is("-z") && word.texts.back() == "defs") return {word.kind, {}, ""};
    if (word.is("-Xlinker")) return wrapped(word, {word.texts.back()}, "");
    if (!word.starts_with("-Wl,")) return word;
    return wrapped(word, split_commas(word.text().substr(4)), "-Wl");
  }

 private:
  [[nodiscard]] CompilerArgument wrapped(const CompilerArgument& word, const Texts& parts,
                                         const std::string& start) {
    std::string kept;
    for (const std::string& part : parts) {
      // The -z was kept already: replace its keyword by one that is the default.
      const std::string now = after_z_ && part == "defs" ? "lazy" : part;
      after_z_ = part == "-z";
      if (now == "--no-undefined" || now == "-no-undefined" || now == "-zdefs") continue;
      kept += (start.empty() ? "" : ",") + now;
    }
    if (kept.empty()) return {word.kind, {}, ""};
    if (start.empty()) return {word.kind, {word.text(), kept}, ""};
    return {word.kind, {start + kept}, ""};
  }

  bool after_z_ = false;
};

bool strips_debug_information(const CompilerArgument& word) {
  return word.is("-s") || word.is("-Wl,-s") || word.is("-Wl,-S") || word.is("-Wl,--strip-all") ||
         word.is("-Wl,--strip-debug");
}

bool is_the_object(const CompilerArgument& word) {
  return word.texts.back().ends_with("mcheck_unmodified.o");
}

// The object for the C++ library that is linked (engine/unmodified.cmake). Passed by -Xlinker and
// not as an input, so that -x does not apply to it.
Texts object_for(const Words& words, const std::string& object) {
  const bool static_library = has(words, "-static-libstdc++") && object.ends_with(".o");
  if (!static_library) return {"-Xlinker", object};
  return {"-Xlinker", object.substr(0, object.size() - 2) + "_static.o",
          "-Wl,--wrap=_ZNSt6thread4joinEv,--wrap=_ZNSt6thread6detachEv,"
          "--wrap=_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv"};
}

// C++ drivers link the C++ library by default, statically on request.
Texts libraries_for(const Words& words, const CompileSettings& settings) {
  const bool without_libraries = has(words, "-nostdlib") || has(words, "-nodefaultlibs") ||
                                 has(words, "-nostdlib++") || has(words, "-nolibc");
  Texts libraries = {"-lm", "-ldl", "-lpthread"};
  if (!settings.cxx || without_libraries) libraries.insert(libraries.begin(), "-lstdc++");
  return libraries;
}

Texts link_command(const Words& words, const CompileSettings& settings, CompilePlan& plan) {
  Texts texts;
  const bool executable = makes_executable(words);
  if (executable && !any(words, is_the_object)) {
    texts = object_for(words, settings.object);
    plan.uses_object = true;
  }
  UndefinedFilter undefined_filter;
  for (const CompilerArgument& word : words) {
    if (strips_debug_information(word)) continue;
    const CompilerArgument kept = executable ? word : undefined_filter(word);
    if (!kept.texts.empty()) append_kept(texts, kept);
  }
  // Libraries that are loaded at run time call the hooks, and reach events and gates, too.
  Texts added = {"-fno-lto"};
  if (executable) {
    added.emplace_back("-Wl,--export-dynamic-symbol=__tsan_*");
    added.emplace_back("-Wl,--export-dynamic-symbol=mcheck_runtime_*");
    append(added, libraries_for(words, settings));
  }
  append_flags(texts, added);
  return texts;
}

bool is_only_for_linker(const CompilerArgument& word) {
  return word.starts_with("-l") || word.starts_with("-L") || word.starts_with("-Wl,") ||
         word.is("-Xlinker") || word.is("-T") || word.is("-u") || word.is("-z") ||
         word.is("-rpath") || word.is("-static-libgcc") || word.is("-static-libstdc++");
}

std::string stem_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

// Splits a command line that compiles and links into separate commands.
class SplitCommand {
 public:
  SplitCommand(const Words& words, const CompileSettings& settings)
      : words_(words), settings_(settings) {
    for (const CompilerArgument& word : words) {
      if (word.kind == ArgumentKind::kSource) ++sources_;
      if (word.starts_with("-o")) output_ = value_of(word, "-o");
    }
  }

  void add_to(CompilePlan& plan) const {
    plan.uses_scratch = true;
    Words linked;
    std::size_t index = 0;
    for (const CompilerArgument& word : words_) {
      if (word.starts_with("-x")) continue;  // repeated for each source, and not for our objects
      if (word.kind != ArgumentKind::kSource) {
        if (!word.language.empty())
          linked.push_back({ArgumentKind::kOption, {"-x", word.language}, ""});
        linked.push_back(word);
        if (!word.language.empty()) linked.push_back({ArgumentKind::kOption, {"-x", "none"}, ""});
        continue;
      }
      const std::string object =
          settings_.scratch + "/" + std::to_string(index++) + "_" + stem_of(word.text()) + ".o";
      plan.commands.push_back(compile(word, object));
      linked.push_back({ArgumentKind::kLinked, {object}, ""});
    }
    Texts link = link_command(linked, settings_, plan);
    append_flags(link, silence_unused_options());
    plan.commands.push_back(std::move(link));
  }

 private:
  // Each command gets options that only the other one uses.
  [[nodiscard]] Texts silence_unused_options() const {
    return settings_.family == CompilerFamily::kClang ? Texts{"-Qunused-arguments"} : Texts{};
  }

  [[nodiscard]] Texts compile(const CompilerArgument& source, const std::string& object) const {
    Words words;
    for (const CompilerArgument& word : words_) {
      if (word.kind != ArgumentKind::kOption || word.starts_with("-o") || word.starts_with("-x") ||
          word.is("--") || is_only_for_linker(word)) {
        continue;
      }
      words.push_back(word);
    }
    Texts texts = compile_command(words, settings_);
    append(texts, silence_unused_options());
    append(texts, dependency_flags(source));
    if (!source.language.empty()) append(texts, {"-x", source.language});
    append(texts, {"-c", source.text(), "-o", object});
    return texts;
  }

  // GCC, if it compiles and links, writes dependencies beside the output and not beside the object.
  [[nodiscard]] Texts dependency_flags(const CompilerArgument& source) const {
    if (!has(words_, "-MD") && !has(words_, "-MMD")) return {};
    const std::string output = output_.empty() ? "a" : output_;
    Texts flags;
    if (!has(words_, "-MF")) {
      flags = {"-MF", output + (sources_ > 1 ? "-" + stem_of(source.text()) : "") + ".d"};
    }
    if (!has(words_, "-MT") && !has(words_, "-MQ")) append(flags, {"-MT", output});
    return flags;
  }

  const Words& words_;
  const CompileSettings& settings_;
  std::size_t sources_ = 0;
  std::string output_;
};

}  // namespace

bool is_query_only(const std::vector<std::string>& arguments) {
  const Words words = parse_compiler_arguments(arguments);
  const bool asks = any(words, [](const CompilerArgument& word) {
    return word.is("--version") || word.is("-###") || word.is("-dumpversion") ||
           word.is("-dumpfullversion") || word.is("-dumpmachine") || word.is("-dumpspecs") ||
           word.starts_with("-print-") || word.starts_with("--print-") ||
           word.starts_with("--help") || word.starts_with("-help");
  });
  return asks || !any(words, [](const CompilerArgument& word) {
           return word.kind != ArgumentKind::kOption;
         });
}

CompilePlan plan_compile(const std::vector<std::string>& arguments,
                         const CompileSettings& settings) {
  if (is_query_only(arguments)) return {{arguments}, false, false};
  const Words words = parse_compiler_arguments(arguments);
  reject_unsupported(words, makes_executable(words));
  CompilePlan plan;
  const bool compiles =
      has_kind(words, ArgumentKind::kSource) || has_kind(words, ArgumentKind::kHeader);
  if (stops_before_link(words)) {
    plan.commands.push_back(compiles ? compile_command(words, settings) : arguments);
  } else if (has_kind(words, ArgumentKind::kSource)) {
    SplitCommand(words, settings).add_to(plan);
  } else {
    plan.commands.push_back(link_command(words, settings, plan));
  }
  return plan;
}

std::vector<std::string> compile_flags(CompilerFamily family) {
  // With DWARF 5, addr2line (binutils 2.40) attributes the first function of a file to the source
  // even if it comes from a header: reports would name `account.cpp:749` for a library's code.
  Texts flags = {"-fsanitize=thread", "-gdwarf-4", "-fno-omit-frame-pointer", "-fno-lto",
                 "-mno-red-zone"};
  if (family == CompilerFamily::kClang) {
    // Otherwise the load in `x = x + 1` has no hook.
    append(flags, {"-mllvm", "-tsan-instrument-read-before-write=1", "-mllvm",
                   "-tsan-distinguish-volatile=1"});
    return flags;
  }
  // GCC turns these into uninstrumented moves and comparisons. -Wtsan warns about fences, which
  // mcheck supports.
  for (const char* function :
       {"memcpy", "memmove", "memset", "mempcpy", "memcmp", "bcmp", "bcopy", "bzero", "strcpy",
        "strncpy", "stpcpy", "stpncpy", "strcat", "strncat", "strcmp", "strncmp", "sprintf",
        "snprintf", "vsnprintf"}) {
    flags.push_back(std::string("-fno-builtin-") + function);
  }
  append(flags, {"--param=tsan-distinguish-volatile=1", "-Wno-tsan"});
  return flags;
}

std::vector<std::string> optimise_flags(CompilerFamily family) {
  if (family == CompilerFamily::kClang) return {"-O0"};
  return {"-O1",
          "-fno-tree-fre",
          "-fno-tree-dominator-opts",
          "-fno-tree-loop-im",
          "-fno-tree-ccp",
          "-fno-tree-dse",
          "-fno-tree-ter",
          "-fno-tree-pre",
          "-fno-tree-dce",
          "-fno-tree-sink",
          "-fno-gcse"};
}

}  // namespace mcheck::command
