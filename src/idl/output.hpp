// Writes the generated files: all of a run or none. Files that did not change stay untouched.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

struct PendingFile {
  std::string path;
  std::string text;
  bool always = false;  // written even if it has that text already, to update its time
  bool once = false;    // not written if there is a file of that name
};

// Makes the directory and those above it. Returns the error; empty if there is none.
std::string make_directories(const std::string& path);

// Writes each file under a temporary name, then renames them all. A file that already has its text is not touched, so
// that builds stay incremental. Returns the error; empty if there is none.
std::string write_files(const std::vector<PendingFile>& files);

// Returns "target: file file ...", escaped for make.
std::string make_rule(const std::vector<std::string>& targets, const std::vector<std::string>& files);

}  // namespace dimma::idl
