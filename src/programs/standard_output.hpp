#pragma once
// Makes programs exit with a status other than 0 if their results could not be written to standard output, because the
// disk is full or the descriptor is closed.

#include <string_view>

namespace dimma::programs {

// Opens those of descriptors 0 to 2 that are closed, so that no file or socket becomes standard output by accident.
// Writes to such a standard output fail, and text written to such a standard error is discarded. Called before the
// program opens any file.
void occupy_standard_descriptors();

// Flushes the standard output of <iostream> and <cstdio>. Returns `status` if all output of the program could be
// written. Otherwise reports this in one line on standard error, and returns `status`, or 1 if `status` is 0.
int finish_output(std::string_view program, int status);

// Like finish_output(), for a program that has itself detected the failure. `error` is the errno of the write, or 0 if
// unknown. EPIPE is not reported, since the reader has chosen to end (`dimma naming list | head`).
int report_lost_output(std::string_view program, int error, int status);

}  // namespace dimma::programs
