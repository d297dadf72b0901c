// SPDX-License-Identifier: MIT
// Members of C++ library classes that are compiled into the library: a const member reads its
// object, any other writes it (library_call.hpp). Streams: iostreams.cpp; links of containers:
// container_links.hpp. Calls by the library itself are not checked. Copies of one locale do not
// conflict with each other: they are counted atomically.
#include <filesystem>
#include <locale>
#include <memory_resource>

#include "engine/base/host_state.hpp"
#include "engine/intercept/examination/program_code.hpp"
#include "engine/intercept/libc/library_call.hpp"
#include "engine/intercept/program/original.hpp"

namespace mcheck {
namespace {

using Path = std::filesystem::path;
using Locale = std::locale;
using Pool = std::pmr::unsynchronized_pool_resource;

bool is_call_of_program(const void* caller) {
  return LibraryCall::is_checked() && is_program_code(caller);
}

// Also the text of a path, which the library reads.
void check_read(const LibraryCall& call, const Path& path) {
  call.reads_object(&path);
  call.reads(path.native().data(), path.native().size());
}
void check_read(const LibraryCall& call, const Locale& locale) { call.reads_object(&locale); }
void check_change(const LibraryCall& call, const Path& path) { call.changes(&path, sizeof path); }
void check_change(const LibraryCall& call, const Locale& locale) { call.writes_object(&locale); }
void check_change(const LibraryCall& call, const Pool& pool) { call.changes(&pool, 8); }

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_MEMBER(Result, name, symbol, parameters, arguments, expression) \
  Result member_##name parameters asm("mcheck_intercept_" symbol);             \
  Result member_##name parameters {                                            \
    MCHECK_HOST_STATE static Result(*real) parameters = nullptr;               \
    if (real == nullptr) real = mcheck::original<Result parameters>(symbol);   \
    const mcheck::LibraryCall call(__builtin_return_address(0));               \
    if (mcheck::is_call_of_program(call.caller())) {                           \
      expression;                                                              \
    }                                                                          \
    return real arguments;                                                     \
  }

#define MCHECK_PATH_CLASS "NSt10filesystem7__cxx114path"
#define MCHECK_CHANGES_PATH(Result, name, letters, Other)            \
  MCHECK_MEMBER(Result, name, "_Z" MCHECK_PATH_CLASS letters,        \
                (mcheck::Path * path, Other * other), (path, other), \
                (mcheck::check_read(call, *other), mcheck::check_change(call, *path)))
MCHECK_CHANGES_PATH(mcheck::Path*, path_assign, "aSERKS1_", const mcheck::Path)
MCHECK_CHANGES_PATH(mcheck::Path*, path_append, "dVERKS1_", const mcheck::Path)
MCHECK_CHANGES_PATH(mcheck::Path*, path_concatenate, "pLERKS1_", const mcheck::Path)
MCHECK_CHANGES_PATH(mcheck::Path*, path_replace_extension, "17replace_extensionERKS1_",
                    const mcheck::Path)
MCHECK_CHANGES_PATH(mcheck::Path*, path_replace_filename, "16replace_filenameERKS1_",
                    const mcheck::Path)
MCHECK_MEMBER(mcheck::Path*, path_remove_filename, "_Z" MCHECK_PATH_CLASS "15remove_filenameEv",
              (mcheck::Path * path), (path), mcheck::check_change(call, *path))
MCHECK_MEMBER(int, path_compare, "_ZNKSt10filesystem7__cxx114path7compareERKS1_",
              (const mcheck::Path* path, const mcheck::Path* other), (path, other),
              (mcheck::check_read(call, *path), mcheck::check_read(call, *other)))
MCHECK_MEMBER(bool, path_has_filename, "_ZNKSt10filesystem7__cxx114path12has_filenameEv",
              (const mcheck::Path* path), (path), mcheck::check_read(call, *path))
MCHECK_MEMBER(mcheck::Path, path_parent, "_ZNKSt10filesystem7__cxx114path11parent_pathEv",
              (const mcheck::Path* path), (path), mcheck::check_read(call, *path))
MCHECK_MEMBER(mcheck::Path, path_normal, "_ZNKSt10filesystem7__cxx114path16lexically_normalEv",
              (const mcheck::Path* path), (path), mcheck::check_read(call, *path))

MCHECK_MEMBER(mcheck::Locale*, locale_assign, "_ZNSt6localeaSERKS_",
              (mcheck::Locale * locale, const mcheck::Locale* other), (locale, other),
              (mcheck::check_read(call, *other), mcheck::check_change(call, *locale)))
MCHECK_MEMBER(void, locale_copy, "_ZNSt6localeC1ERKS_",
              (mcheck::Locale * locale, const mcheck::Locale* other), (locale, other),
              mcheck::check_read(call, *other))

MCHECK_MEMBER(void*, pool_allocate, "_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm",
              (mcheck::Pool * pool, std::size_t size, std::size_t alignment),
              (pool, size, alignment), mcheck::check_change(call, *pool))
MCHECK_MEMBER(void, pool_deallocate, "_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm",
              (mcheck::Pool * pool, void* block, std::size_t size, std::size_t alignment),
              (pool, block, size, alignment), mcheck::check_change(call, *pool))
// NOLINTEND
