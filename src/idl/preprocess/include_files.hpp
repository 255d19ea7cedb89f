// The files of one preprocessing run: finds the file of an #include, and loads each file once.
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

  // Loads the main file; reports the reason if it can't.
  std::optional<FileId> load_main(const std::string& path, Diagnostics& diagnostics);

  // Finds and loads the file that `#include` in the file `from` names; reports the reason if it can't.
  std::optional<FileId> locate(const std::string& name, bool angled, const std::string& from, SourceRange where,
                               Diagnostics& diagnostics);

  // Returns the name of a file in the compiler's own directory; empty for other files.
  std::string own_name(FileId file) const;
  // Returns true if it comes with the compiler.
  bool is_own(FileId file) const;

  const std::string& path(FileId file) const { return files_.path(file); }
  // Returns equal texts for the ids of one file that was reached by several paths.
  std::string identity(FileId file) const { return reader_.identity(path(file)); }
  // Returns the text in a form that Wave can process.
  std::string text_for_wave(FileId file) const;

  // Returns the file of that path. A file without text is made for a path that only a #line directive names.
  FileId id_of(const std::string& path);
  // Makes another spelling of a path stand for the file.
  void alias(const std::string& path, FileId file) { by_path_.emplace(path, file); }

  // Returns the place of `written` in that line.
  SourceRange directive_range(FileId file, std::uint32_t line, const std::string& written);

  // Returns the loaded files, except the built-in ones.
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

// Reports text that would confuse the preprocessor: octets that IDL text can't contain (NUL and other control
// characters) and a comment that is not closed. Returns true if there is no such text.
bool check_text(FileId file, const SourceFiles& files, Diagnostics& diagnostics);

}  // namespace dimma::idl
