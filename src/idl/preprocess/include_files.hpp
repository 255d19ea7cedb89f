// Finds the files of one preprocessing run, and loads each file once.
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

  // Loads the main file. Returns nullopt, after reporting the reason, if that fails.
  std::optional<FileId> load_main(const std::string& path, Diagnostics& diagnostics);

  // Finds and loads the file that an #include in the file `from` names. Returns nullopt, after reporting the reason, if
  // that fails.
  std::optional<FileId> locate(const std::string& name, bool angled, const std::string& from, SourceRange where,
                               Diagnostics& diagnostics);

  // Returns the name of a file that comes with the compiler; empty for other files, and for orb.idl itself.
  std::string own_name(FileId file) const;
  // Returns true if the file comes with the compiler.
  bool is_own(FileId file) const;

  const std::string& path(FileId file) const { return files_.path(file); }
  // Returns the same text for all ids of a file that is reached by several paths.
  std::string identity(FileId file) const { return reader_.identity(path(file)); }
  // Returns the text in a form that Wave can process.
  std::string text_for_wave(FileId file) const;

  // Returns the id of the file with that path. If only a #line directive names the path, creates a file without text.
  FileId id_of(const std::string& path);
  // Registers another spelling of the file's path.
  void alias(const std::string& path, FileId file) { by_path_.emplace(path, file); }

  // Returns the place of `written` in the line; its first column if it does not occur there.
  SourceRange directive_range(FileId file, std::uint32_t line, const std::string& written);

  // Returns the loaded files except the built-in ones.
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

// Reports text that would confuse the preprocessor: octets that IDL text cannot contain (NUL and other control
// characters), unclosed comments, and directives on which Wave fails. Returns true if the text is valid.
bool check_text(FileId file, const SourceFiles& files, Diagnostics& diagnostics);

}  // namespace dimma::idl
