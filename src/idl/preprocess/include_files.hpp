// The files of one preprocessing run: finds what an #include means and loads each file once.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "idl/preprocess/file_reader.hpp"
#include "idl/preprocess/preprocess_options.hpp"
#include "idl/text/diagnostics.hpp"
#include "idl/text/source.hpp"

namespace dimma::idl {

class IncludeFiles {
 public:
  IncludeFiles(const FileReader& reader, const PreprocessOptions& options, SourceFiles& files)
      : reader_(reader),
        directories_(options.include_directories),
        own_directory_(options.own_directory),
        files_(files) {}

  // Loads the main file; reports why it can't be.
  std::optional<FileId> load_main(const std::string& path, Diagnostics& diagnostics);

  // Finds and loads what `#include` in the file `from` names; reports why it can't be.
  std::optional<FileId> locate(const std::string& name, bool angled, const std::string& from, SourceRange where,
                               Diagnostics& diagnostics);

  // The name of a file in the compiler's own directory; empty for another.
  std::string own_name(FileId file) const;
  // True if it comes with the compiler.
  bool is_own(FileId file) const;

  const std::string& path(FileId file) const { return files_.path(file); }
  // Equal for the ids of one file that was reached by several paths.
  std::string identity(FileId file) const { return reader_.identity(path(file)); }
  // The text in a shape that Wave takes without stumbling.
  std::string text_for_wave(FileId file) const;

  // The file of that path; one without text is made for a path that only a #line directive names.
  FileId id_of(const std::string& path);
  // Lets another spelling of a path stand for the file.
  void alias(const std::string& path, FileId file) { by_path_.emplace(path, file); }

  // The place of `written` in that line.
  SourceRange directive_range(FileId file, std::uint32_t line, const std::string& written);

  // The files loaded, the built-in ones left out.
  const std::vector<FileId>& loaded() const { return loaded_; }

 private:
  FileReader::Outcome load(const std::string& path, FileId& file);
  FileId built_in(const std::string& path, const char* text);
  FileId locate_part(const std::string& name);
  std::optional<FileId> locate_own(const std::string& name);
  std::optional<FileId> report_or_accept(FileReader::Outcome outcome, FileId file, const std::string& path,
                                         SourceRange where, Diagnostics& diagnostics);

  const FileReader& reader_;
  const std::vector<std::string>& directories_;
  const std::string own_directory_;
  std::unordered_map<FileId, std::string> own_names_;
  SourceFiles& files_;
  std::unordered_map<std::string, FileId> by_path_;
  std::vector<FileId> loaded_;
};

// Reports what would lead the preprocessor astray: octets that no IDL text may hold (NUL and other control characters)
// and a comment that is never closed. True when there is nothing of the kind.
bool check_text(FileId file, const SourceFiles& files, Diagnostics& diagnostics);

}  // namespace dimma::idl
