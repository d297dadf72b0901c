// SPDX-License-Identifier: MIT
// The memory that printf(), scanf() and related functions access through the arguments of a format:
// strings of %s, targets of %n, and whatever scanf() assigns.
#pragma once

#include <cstdarg>

#include "engine/intercept/libc/library_call.hpp"

namespace mcheck {

// Checks the format itself, strings that it prints, and targets of %n. Does not advance the list.
void check_printf_arguments(const LibraryCall& call, const char* format, va_list list);
void check_printf_arguments(const LibraryCall& call, const wchar_t* format, va_list list);

// Checks what scanf() wrote after `assigned` conversions. Does not advance the list.
void check_scanf_targets(const LibraryCall& call, const char* format, va_list list, int assigned);
void check_scanf_targets(const LibraryCall& call, const wchar_t* format, va_list list,
                         int assigned);

}  // namespace mcheck
