// SPDX-License-Identifier: MIT
// What printf(), scanf() and their like read and write by the arguments that a format names: texts
// of %s, targets of %n, and whatever scanf() assigns.
#pragma once

#include <cstdarg>

#include "engine/intercept/library_call.hpp"

namespace mcheck {

// The format itself, texts that it prints, and targets of %n. Leaves the list as it was.
void judge_printed(const LibraryCall& call, const char* format, va_list list);
void judge_printed(const LibraryCall& call, const wchar_t* format, va_list list);

// After so many conversions have been assigned. Leaves the list as it was.
void judge_scanned(const LibraryCall& call, const char* format, va_list list, int assigned);
void judge_scanned(const LibraryCall& call, const wchar_t* format, va_list list, int assigned);

}  // namespace mcheck
