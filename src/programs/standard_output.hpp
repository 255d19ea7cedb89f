#pragma once
// Ends programs whose results are on standard output with a status other than 0 if these could not be written, since
// the disk is full or the descriptor is closed.

#include <string_view>

namespace dimma::programs {

// To be called before a program opens anything. Opens those of descriptors 0 to 2 that are closed, so that no file or
// socket becomes standard output by accident. Writing to such a standard output fails, and text written to such a
// standard error is lost.
void occupy_standard_descriptors();

// Writes the buffered standard output of <iostream> and <cstdio>. Returns `status` if all that was ever printed could
// be written; otherwise reports it in one line on standard error and returns `status`, or 1 if that is 0.
int finish_output(std::string_view program, int status);

// The same for a program that has already found the failure: `error` is the errno of the write, 0 if it is not known.
// Does not report EPIPE, since the reader has chosen to end (`dimma naming list | head`).
int report_lost_output(std::string_view program, int error, int status);

}  // namespace dimma::programs
