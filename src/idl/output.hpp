// Writing the generated files: all of a run or none, and those that did not change are left alone.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

struct PendingFile {
  std::string path;
  std::string text;
  bool always = false;  // written even when it has that text already, for the sake of its time
  bool once = false;    // not written where there is a file of that name
};

// Makes the directory and those above it; returns what went wrong, empty for nothing.
std::string make_directories(const std::string& path);

// Writes each file under a temporary name, then renames them all. A file that has its text already is not touched, so
// that builds stay warm. Returns what went wrong, empty for nothing.
std::string write_files(const std::vector<PendingFile>& files);

// "target: file file ...", with what make needs escaped.
std::string make_rule(const std::vector<std::string>& targets, const std::vector<std::string>& files);

}  // namespace dimma::idl
