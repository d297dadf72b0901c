// SPDX-License-Identifier: MIT
// Calls on the C++ library's char streams. Their code is compiled into the library. In a search for
// conflicts (`mcheck conflicts`) each call is reported as a change of the whole stream and its
// buffer, so that it also conflicts with inline members (width, setf, str). Streams take no lock,
// but the standard lets threads write to std::cout and similar streams at the same time, and read
// from std::cin, as long as these are synchronised with stdio.
//
// In a search for races the same calls write the stream's own state (flags, width, error state) and
// the pointers of its buffer, if the buffer is one of the library's classes: a buffer class of the
// program may lock itself. The standard streams are never reported. Reads and writes of the
// program's memory are checked as well.
//
// Not covered: streams of wchar_t, and what an uninstrumented library does with a stream.
#include <fstream>
#include <iomanip>
#include <istream>
#include <ostream>
#include <sstream>
#include <string>
#include <typeinfo>

#include "engine/base/host_state.hpp"
#include "engine/intercept/examination/program_code.hpp"
#include "engine/intercept/libc/library_call.hpp"
#include "engine/intercept/program/original.hpp"
#include "engine/runtime/data_races/accesses.hpp"

// Declared by these names because <iostream> would flush them at the exit of a program that does
// not include it.
extern const std::ostream standard_output asm("_ZSt4cout");
extern const std::ostream standard_errors asm("_ZSt4cerr");
extern const std::ostream standard_log asm("_ZSt4clog");
extern const std::istream standard_input asm("_ZSt3cin");

namespace mcheck {
namespace {

MCHECK_HOST_STATE bool synchronised = true;

bool is_standard(const std::ios* stream) {
  return stream == &standard_output || stream == &standard_errors || stream == &standard_log ||
         stream == &standard_input;
}

bool is_thread_safe(const std::ios* stream) { return synchronised && is_standard(stream); }

bool collects_conflicts() { return active_conflicts != nullptr && in_program_code(); }
bool checks_races() { return active_conflicts == nullptr && LibraryCall::is_checked(); }

void report_use(const std::streambuf& buffer, unsigned kind, const void* hook) {
  object_access(&buffer, sizeof buffer, kAccessStream | kind, hook);
}

void report_change(const std::ios& stream, const void* hook) {
  object_access(&stream, sizeof stream, kAccessStream | kAccessWrites, hook);
  if (stream.rdbuf() != nullptr) report_use(*stream.rdbuf(), kAccessWrites, hook);
}

// The pointers of a buffer; they follow the pointer to its virtual functions.
void check_buffer(const std::streambuf& buffer, bool write, const void* caller) {
  const std::type_info& type = typeid(buffer);
  if (type != typeid(std::stringbuf) && type != typeid(std::filebuf)) return;
  const char* const begin = reinterpret_cast<const char*>(&buffer) + sizeof(void*);
  const LibraryCall call(caller);
  write ? call.writes(begin, 6 * sizeof(void*)) : call.reads(begin, 6 * sizeof(void*));
}

// Precision, width, flags, exceptions and state.
void check_fields(const std::ios& stream, bool write, const void* caller) {
  const char* const begin = reinterpret_cast<const char*>(&stream) + sizeof(void*);
  constexpr std::size_t kSize = 2 * sizeof(std::streamsize) + 3 * sizeof(std::ios::iostate);
  const LibraryCall call(caller);
  write ? call.writes(begin, kSize) : call.reads(begin, kSize);
}

void check_change(const std::ios& stream, const void* caller) {
  if (!checks_races() || is_standard(&stream) || !is_program_code(caller)) return;
  check_fields(stream, true, caller);
  if (stream.rdbuf() != nullptr) check_buffer(*stream.rdbuf(), true, caller);
}

// Hooks call these functions before they call the library. The reported stack starts in the hook,
// whose name says what was called; `caller` is the hook's caller.
[[gnu::noinline]] void on_change(const std::ios& stream, const void* caller) {
  check_change(stream, caller);
  if (collects_conflicts() && is_program_code(caller))
    report_change(stream, __builtin_return_address(0));
}

[[gnu::noinline]] void on_read_or_write(const std::ios& stream, const void* caller) {
  check_change(stream, caller);
  if (!collects_conflicts() || !is_program_code(caller) || is_thread_safe(&stream)) return;
  report_change(stream, __builtin_return_address(0));
}

// Const members: they conflict with writes only.
void on_const_use(const std::ios& stream, const void* caller) {
  if (!checks_races() || is_standard(&stream) || !is_program_code(caller)) return;
  check_fields(stream, false, caller);
}

[[gnu::noinline]] void on_get_text(const std::streambuf& buffer, const void* caller) {
  if (checks_races() && is_program_code(caller)) check_buffer(buffer, false, caller);
  if (collects_conflicts() && is_program_code(caller))
    report_use(buffer, 0, __builtin_return_address(0));
}

[[gnu::noinline]] void on_set_text(const std::streambuf& buffer, const void* caller) {
  if (checks_races() && is_program_code(caller)) check_buffer(buffer, true, caller);
  if (collects_conflicts() && is_program_code(caller))
    report_use(buffer, kAccessWrites, __builtin_return_address(0));
}

// The memory that the program passed in or gets back, after the call.
template <class Value>
void check_value(const LibraryCall&, const Value&) {}
template <class Value>
void check_value(const LibraryCall& call, Value* value) {
  call.writes_object(value);
}
void check_value(const LibraryCall& call, std::string* text) {
  call.writes_object(text);
  call.writes(text->data(), text->size() + 1);
}
void check_string(const LibraryCall& call, const std::string* text) {
  call.reads_object(text);
  call.reads(text->data(), text->size());
}

const std::streambuf& buffer_of(const std::ios& stream) { return *stream.rdbuf(); }
const std::streambuf& buffer_of(const std::streambuf& buffer) { return buffer; }

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_CALL(result, name, symbol, parameters, arguments, report, object) \
  result name parameters asm("mcheck_intercept_" symbol);                        \
  result name parameters {                                                       \
    MCHECK_HOST_STATE static result(*real) parameters = nullptr;                 \
    if (real == nullptr) real = mcheck::original<result parameters>(symbol);     \
    mcheck::report(object, __builtin_return_address(0));                         \
    return real arguments;                                                       \
  }

// The same for a call that also reads or writes memory.
#define MCHECK_MEMORY(result, name, symbol, parameters, arguments, object, before, after)       \
  result name parameters asm("mcheck_intercept_" symbol);                                       \
  result name parameters {                                                                      \
    MCHECK_HOST_STATE static result(*real) parameters = nullptr;                                \
    if (real == nullptr) real = mcheck::original<result parameters>(symbol);                    \
    const mcheck::LibraryCall call(__builtin_return_address(0));                                \
    mcheck::on_read_or_write(object, call.caller());                                            \
    const bool checks_races = mcheck::checks_races() && mcheck::is_program_code(call.caller()); \
    if (checks_races) {                                                                         \
      before;                                                                                   \
    }                                                                                           \
    result const value_of_call = real arguments;                                                \
    if (checks_races) {                                                                         \
      after;                                                                                    \
    }                                                                                           \
    return value_of_call;                                                                       \
  }

// Input and output.
#define MCHECK_IO(result, name, parameters, stream, arguments) \
  MCHECK_CALL(result, intercepted##name, #name, parameters, arguments, on_read_or_write, *stream)
// Changes of the object itself: no other thread may use it at the same time, not even std::cout.
#define MCHECK_EXCLUSIVE(result, name, parameters, stream, arguments) \
  MCHECK_CALL(result, intercepted##name, #name, parameters, arguments, on_change, *stream)

#define MCHECK_OUT(name, type) \
  MCHECK_IO(std::ostream*, name, (std::ostream * s, type value), s, (s, value))
#define MCHECK_IN(name, type)                                                            \
  MCHECK_MEMORY(std::istream*, intercepted##name, #name, (std::istream * s, type value), \
                (s, value), *s, , mcheck::check_value(call, value))
#define MCHECK_OUT_NO_VALUE(name, result) MCHECK_IO(result, name, (std::ostream * s), s, (s))
#define MCHECK_IN_NO_VALUE(name, result) MCHECK_IO(result, name, (std::istream * s), s, (s))
namespace {
using Text = const char*;
}

MCHECK_OUT(_ZNSolsEi, int)
MCHECK_OUT(_ZNSolsEs, short)
MCHECK_OUT(_ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE, std::streambuf*)
MCHECK_OUT(_ZNSo9_M_insertIlEERSoT_, long)
MCHECK_OUT(_ZNSo9_M_insertImEERSoT_, unsigned long)
MCHECK_OUT(_ZNSo9_M_insertIxEERSoT_, long long)
MCHECK_OUT(_ZNSo9_M_insertIyEERSoT_, unsigned long long)
MCHECK_OUT(_ZNSo9_M_insertIbEERSoT_, bool)
MCHECK_OUT(_ZNSo9_M_insertIdEERSoT_, double)
MCHECK_OUT(_ZNSo9_M_insertIeEERSoT_, long double)
MCHECK_OUT(_ZNSo9_M_insertIPKvEERSoT_, const void*)
MCHECK_MEMORY(std::ostream*, intercepted_text,
              "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
              (std::ostream * s, Text text), (s, text), *s, call.text(text), )
MCHECK_OUT(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, char)
MCHECK_MEMORY(std::ostream*, intercepted_string,
              "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_"
              "RKNSt7__cxx1112basic_stringIS4_S5_T1_EE",
              (std::ostream * s, const std::string* text), (s, text), *s,
              mcheck::check_string(call, text), )
MCHECK_OUT(_ZNSo3putEc, char)
#define MCHECK_SET(letters, type) \
  MCHECK_OUT(_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St##letters, type)
MCHECK_SET(5_Setw, std::_Setw)
MCHECK_SET(8_Setbase, std::_Setbase)
MCHECK_SET(8_SetfillIS3_E, std::_Setfill<char>)
MCHECK_SET(13_Setprecision, std::_Setprecision)
MCHECK_SET(12_Setiosflags, std::_Setiosflags)
MCHECK_SET(14_Resetiosflags, std::_Resetiosflags)
MCHECK_MEMORY(std::ostream*, intercepted_insert,
              "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
              (std::ostream * s, Text text, long size), (s, text, size), *s,
              call.reads(text, static_cast<std::size_t>(size)), )
MCHECK_MEMORY(std::ostream*, intercepted_write, "_ZNSo5writeEPKcl",
              (std::ostream * s, Text text, long size), (s, text, size), *s,
              call.reads(text, static_cast<std::size_t>(size)), )
MCHECK_IO(std::ostream*, _ZNSo5seekpElSt12_Ios_Seekdir,
          (std::ostream * s, long to, std::ios::seekdir from), s, (s, to, from))
MCHECK_OUT(_ZNSo5seekpESt4fposI11__mbstate_tE, std::streampos)
MCHECK_OUT_NO_VALUE(_ZNSo5tellpEv, std::streampos)
MCHECK_OUT_NO_VALUE(_ZNSo5flushEv, std::ostream*)
MCHECK_OUT_NO_VALUE(_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, std::ostream*)
MCHECK_OUT_NO_VALUE(_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, std::ostream*)

MCHECK_IN(_ZNSirsERi, int*)
MCHECK_IN(_ZNSirsERs, short*)
MCHECK_IN(_ZNSi10_M_extractIbEERSiRT_, bool*)
MCHECK_IN(_ZNSi10_M_extractItEERSiRT_, unsigned short*)
MCHECK_IN(_ZNSi10_M_extractIjEERSiRT_, unsigned*)
MCHECK_IN(_ZNSi10_M_extractIlEERSiRT_, long*)
MCHECK_IN(_ZNSi10_M_extractImEERSiRT_, unsigned long*)
MCHECK_IN(_ZNSi10_M_extractIxEERSiRT_, long long*)
MCHECK_IN(_ZNSi10_M_extractIyEERSiRT_, unsigned long long*)
MCHECK_IN(_ZNSi10_M_extractIfEERSiRT_, float*)
MCHECK_IN(_ZNSi10_M_extractIdEERSiRT_, double*)
MCHECK_IN(_ZNSi10_M_extractIeEERSiRT_, long double*)
MCHECK_IN(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_, char*)

#define MCHECK_STRING_READ_SUFFIX \
  "RSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE"
MCHECK_MEMORY(std::istream*, intercepted_word,
              "_ZStrsIcSt11char_traitsIcESaIcEE" MCHECK_STRING_READ_SUFFIX,
              (std::istream * s, std::string* text), (s, text), *s, ,
              mcheck::check_value(call, text))
MCHECK_MEMORY(std::istream*, intercepted_line,
              "_ZSt7getlineIcSt11char_traitsIcESaIcEE" MCHECK_STRING_READ_SUFFIX,
              (std::istream * s, std::string* text), (s, text), *s, ,
              mcheck::check_value(call, text))
MCHECK_MEMORY(std::istream*, intercepted_part,
              "_ZSt7getlineIcSt11char_traitsIcESaIcEE" MCHECK_STRING_READ_SUFFIX "S4_",
              (std::istream * s, std::string* text, char end), (s, text, end), *s, ,
              mcheck::check_value(call, text))

MCHECK_IN(_ZNSi3getERc, char*)
MCHECK_IN(_ZNSi7putbackEc, char)
MCHECK_IN(_ZNSi5seekgESt4fposI11__mbstate_tE, std::streampos)
MCHECK_IO(std::istream*, _ZNSi5seekgElSt12_Ios_Seekdir,
          (std::istream * s, long to, std::ios::seekdir from), s, (s, to, from))
MCHECK_IN_NO_VALUE(_ZNSi3getEv, int)
MCHECK_IN_NO_VALUE(_ZNSi4peekEv, int)
MCHECK_IN_NO_VALUE(_ZNSi5ungetEv, std::istream*)
MCHECK_IN_NO_VALUE(_ZNSi5tellgEv, std::streampos)
MCHECK_IN_NO_VALUE(_ZNSi6ignoreEv, std::istream*)
MCHECK_IN_NO_VALUE(_ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_, std::istream*)
MCHECK_IN(_ZNSi6ignoreEl, long)
MCHECK_IO(std::istream*, _ZNSi6ignoreEli, (std::istream * s, long count, int end), s,
          (s, count, end))
#define MCHECK_READ(result, name, parameters, arguments)                       \
  MCHECK_MEMORY(result, intercepted##name, #name, parameters, arguments, *s, , \
                call.writes(to, static_cast<std::size_t>(s->gcount())))
MCHECK_READ(std::istream*, _ZNSi4readEPcl, (std::istream * s, char* to, long size), (s, to, size))
MCHECK_READ(long, _ZNSi8readsomeEPcl, (std::istream * s, char* to, long size), (s, to, size))
MCHECK_READ(std::istream*, _ZNSi7getlineEPcl, (std::istream * s, char* to, long size),
            (s, to, size))
MCHECK_READ(std::istream*, _ZNSi7getlineEPclc, (std::istream * s, char* to, long size, char end),
            (s, to, size, end))

#define MCHECK_QUERY(result, letters)                                                          \
  MCHECK_CALL(result, intercepted_query_##letters,                                             \
              "_ZNKSt9basic_iosIcSt11char_traitsIcEE" #letters "Ev", (const std::ios* s), (s), \
              on_const_use, *s)
MCHECK_QUERY(bool, 4good)
MCHECK_QUERY(bool, 3eof)
MCHECK_QUERY(bool, 4fail)
MCHECK_QUERY(bool, 3bad)
MCHECK_QUERY(std::ios::iostate, 7rdstate)
MCHECK_QUERY(bool, cvb)
MCHECK_QUERY(bool, nt)

MCHECK_EXCLUSIVE(void, _ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate,
                 (std::ios * s, std::ios::iostate state), s, (s, state))
MCHECK_EXCLUSIVE(void, _ZNSt9basic_iosIcSt11char_traitsIcEE8setstateESt12_Ios_Iostate,
                 (std::ios * s, std::ios::iostate state), s, (s, state))
MCHECK_EXCLUSIVE(std::ios*, _ZNSt9basic_iosIcSt11char_traitsIcEE7copyfmtERKS2_,
                 (std::ios * s, const std::ios* from), s, (s, from))

#define MCHECK_FILE_STREAM(type, name, letters)                                                \
  MCHECK_CALL(void, intercepted_open_##name,                                                   \
              "_ZNSt" letters "IcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",               \
              (type * s, Text path, std::ios::openmode how), (s, path, how), on_change, *s)    \
  MCHECK_CALL(void, intercepted_open_string_##name,                                            \
              "_ZNSt" letters                                                                  \
              "IcSt11char_traitsIcEE4openERKNSt7__cxx1112basic_string"                         \
              "IcS1_SaIcEEESt13_Ios_Openmode",                                                 \
              (type * s, const std::string* path, std::ios::openmode how), (s, path, how),     \
              on_change, *s)                                                                   \
  MCHECK_CALL(void, intercepted_close_##name, "_ZNSt" letters "IcSt11char_traitsIcEE5closeEv", \
              (type * s), (s), on_change, *s)

MCHECK_FILE_STREAM(std::ofstream, out, "14basic_ofstream")
MCHECK_FILE_STREAM(std::ifstream, in, "14basic_ifstream")
MCHECK_FILE_STREAM(std::fstream, both, "13basic_fstream")

#define MCHECK_STR "IcSt11char_traitsIcESaIcEE3str"
#define MCHECK_STRING_STREAM(type, name, letters)                                                 \
  MCHECK_CALL(std::string, intercepted_str_##name, "_ZNKSt7__cxx11" letters MCHECK_STR "Ev",      \
              (const type* s), (s), on_get_text, mcheck::buffer_of(*s))                           \
  MCHECK_CALL(std::string, intercepted_lvalue_str_##name,                                         \
              "_ZNKRSt7__cxx11" letters MCHECK_STR "Ev", (const type* s), (s), on_get_text,       \
              mcheck::buffer_of(*s))                                                              \
  MCHECK_CALL(void, intercepted_set_##name,                                                       \
              "_ZNSt7__cxx11" letters MCHECK_STR "ERKNS_12basic_stringIcS2_S3_EE",                \
              (type * s, const std::string* text), (s, text), on_set_text, mcheck::buffer_of(*s)) \
  MCHECK_CALL(void, intercepted_move_##name,                                                      \
              "_ZNSt7__cxx11" letters MCHECK_STR "EONS_12basic_stringIcS2_S3_EE",                 \
              (type * s, std::string * text), (s, text), on_set_text, mcheck::buffer_of(*s))

MCHECK_STRING_STREAM(std::stringbuf, buffer, "15basic_stringbuf")
MCHECK_STRING_STREAM(std::ostringstream, out, "19basic_ostringstream")
MCHECK_STRING_STREAM(std::istringstream, in, "19basic_istringstream")
MCHECK_STRING_STREAM(std::stringstream, both, "18basic_stringstream")

bool intercepted_sync_with_stdio(bool on) asm("mcheck_intercept__ZNSt8ios_base15sync_with_stdioEb");
bool intercepted_sync_with_stdio(bool on) {
  if (mcheck::in_program_code()) mcheck::synchronised = on;
  return mcheck::original<bool(bool)>("_ZNSt8ios_base15sync_with_stdioEb")(on);
}
// NOLINTEND
