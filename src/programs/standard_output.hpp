#pragma once
// Programs whose results are on standard output end with a status other than 0 if these could not be written: the disk
// is full, or the descriptor is closed.

#include <string_view>

namespace dimma::programs {

// To be called before a program opens anything. Descriptors 0 to 2 that are closed are opened, so that no file or
// socket becomes standard output by accident: writing to such a standard output fails, and what is written to such a
// standard error is lost.
void occupy_standard_descriptors();

// Writes what is buffered for standard output, by <iostream> and by <cstdio>. Returns `status` if all that was ever
// printed could be written; else says so in one line on standard error and returns `status`, or 1 if that is 0.
int finish_output(std::string_view program, int status);

// The same for a program that has already found out: `error` is the errno of the write, 0 if it is not known. Nothing
// is said of EPIPE, as the reader has gone away by its own will (`dimma naming list | head`).
int report_lost_output(std::string_view program, int error, int status);

}  // namespace dimma::programs
