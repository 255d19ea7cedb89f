// Writes the generated files: either all files of a run, or none. Unchanged files are not touched.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

struct PendingFile {
  std::string path;
  std::string text;
  bool always = false;  // written even if the text is unchanged, to update the file's time
  bool once = false;    // not written if the file exists
};

// Makes the directory and its parents. Returns the error; empty if there is none.
std::string make_directories(const std::string& path);

// Writes each file under a temporary name, then renames them all. An unchanged file is not touched, so that builds stay
// incremental. Returns the error; empty if there is none.
std::string write_files(const std::vector<PendingFile>& files);

// Returns "target: file file ...", escaped for make.
std::string make_rule(const std::vector<std::string>& targets, const std::vector<std::string>& files);

}  // namespace dimma::idl
