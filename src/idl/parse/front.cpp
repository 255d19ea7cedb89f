#include "idl/parse/front.hpp"

#include "idl/parse/parser.hpp"
#include "idl/preprocess/preprocess.hpp"

namespace dimma::idl {

std::unique_ptr<Specification> parse(const PreprocessedText& text, Diagnostics& diagnostics, LetterCase letter_case) {
  auto specification = std::make_unique<Specification>();
  try {
    Parser(text, diagnostics, *specification, letter_case).parse();
  } catch (const Parser::StopParsing&) {
    return nullptr;
  }
  return specification;
}

FrontResult read_specification(const std::string& path, const FileReader& reader, const PreprocessOptions& options,
                               SourceFiles& files, Diagnostics& diagnostics, LetterCase letter_case) {
  FrontResult result;
  const std::size_t errors_before = diagnostics.error_count();
  const std::optional<PreprocessedText> text = preprocess(path, reader, options, files, diagnostics);
  if (!text) return result;
  for (const FileId file : text->files_read) result.dependencies.push_back(files.path(file));
  result.specification = parse(*text, diagnostics, letter_case);
  if (diagnostics.error_count() != errors_before) result.specification = nullptr;
  return result;
}

Draft read_draft(const std::string& path, const FileReader& reader, const PreprocessOptions& options,
                 SourceFiles& files, Diagnostics& diagnostics, LetterCase letter_case) {
  Draft draft;
  try {
    const std::optional<PreprocessedText> text = preprocess(path, reader, options, files, diagnostics);
    if (!text) return draft;
    draft.specification = std::make_unique<Specification>();
    Parser(*text, diagnostics, *draft.specification, letter_case, &draft.map).parse();
  } catch (const Parser::StopParsing&) {
  } catch (const TooManyErrors&) {
  }
  return draft;
}

}  // namespace dimma::idl
