// Only this file uses Boost.Wave, which is slow to compile.
#include "idl/preprocess/preprocess.hpp"

#define BOOST_WAVE_SUPPORT_MS_EXTENSIONS 0

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#include <boost/wave.hpp>
#include <boost/wave/cpplexer/cpp_lex_iterator.hpp>
#include <boost/wave/cpplexer/cpp_lex_token.hpp>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include "idl/preprocess/directives.hpp"
#include "idl/preprocess/include_files.hpp"

namespace dimma::idl {
namespace {

namespace wave = boost::wave;
using WaveToken = wave::cpplexer::lex_token<>;
using LexIterator = wave::cpplexer::lex_iterator<WaveToken>;

// Returns the part of an error's description that is specific to the place, for example the directive.
std::string detail_of(const wave::cpp_exception& problem) {
  const std::string text = wave::preprocess_exception::error_text(problem.get_errorcode());
  const std::string description = problem.description();
  const std::size_t at = description.find(text);
  if (at == std::string::npos || at + text.size() + 2 >= description.size()) return {};
  return description.substr(at + text.size() + 2);
}

std::string message_of(const wave::cpp_exception& problem) {
  using Problem = wave::preprocess_exception;
  const std::string detail = detail_of(problem);
  switch (problem.get_errorcode()) {
    case Problem::error_directive:
      return "#error " + detail;
    case Problem::warning_directive:
      return "#warning " + detail;
    case Problem::missing_matching_if:
      return "'" + detail + "' without an #if";
    case Problem::missing_matching_endif:
      return "#if without an #endif";
    case Problem::unbalanced_if_endif:
      return "#if without an #endif in an included file";
    case Problem::ill_formed_directive:
      return "unknown or malformed preprocessing directive '" + detail + "'";
    case Problem::bad_include_statement:
      return "malformed #include: expected \"file\" or <file>";
    case Problem::include_nesting_too_deep:
      return "#include nested too deeply: more than " + detail + " files";
    default:
      break;
  }
  const std::string text = Problem::error_text(problem.get_errorcode());
  return detail.empty() ? text : text + ": " + detail;
}

constexpr SourceRange nowhere{{~FileId{0}, 0, 0}, 0};

bool before(const SourceLocation& a, const SourceLocation& b) {
  return a.line < b.line || (a.line == b.line && a.column < b.column);
}

// Thrown to end preprocessing after an error from which Wave cannot recover.
struct StopPreprocessing {};

// Wave makes the name of the main file absolute unless it is this one, but messages have to show the name as given.
constexpr const char* unnamed_input = "<stdin>";
constexpr std::size_t maximum_include_depth = 200;
constexpr std::size_t maximum_expansion = 100000;  // tokens of one macro's expansion
constexpr std::size_t maximum_expansions = 5000000;
constexpr std::size_t deepest_expansion = 200;
constexpr std::size_t maximum_output = std::size_t{1} << 30;

// Opens an included file with the text that the hooks have found.
struct InputPolicy {
  template <class IterationContext>
  class inner {
   public:
    template <class Position>
    static void init_iterators(IterationContext& context, const Position&, wave::language_support language) {
      context.text_ = context.ctx.get_hooks().opening_text();
      context.first = LexIterator(context.text_.begin(), context.text_.end(), Position(context.filename), language);
      context.last = LexIterator();
    }

   private:
    std::string text_;
  };
};

class Hooks : public wave::context_policies::default_preprocessing_hooks {
 public:
  Hooks(IncludeFiles& includes, Diagnostics& diagnostics, PreprocessedText& output)
      : includes_(&includes), diagnostics_(&diagnostics), output_(&output) {}

  std::string opening_text() const { return includes_->text_for_wave(opening_); }
  // Returns the outermost macro call of the current expansion in this file; `nowhere` if there was none yet.
  const SourceRange& macro_call() const { return calls_.back(); }

  template <class Position>
  SourceLocation location_of(const Position& position) {
    if (file_name_ != position.get_file()) {
      file_name_ = position.get_file();
      file_ = includes_->id_of(file_name_.c_str());
    }
    return {file_, static_cast<std::uint32_t>(position.get_line()), static_cast<std::uint32_t>(position.get_column())};
  }

  template <class Context>
  bool found_include_directive(const Context&, const std::string& written, bool) {
    written_ = written;
    return false;
  }

  template <class Context>
  bool locate_include_file(Context& context, std::string& path, bool angled, const char*, std::string& relative,
                           std::string& native) {
    const auto position = context.get_main_pos();
    const FileId from = includes_->id_of(position.get_file().c_str());
    where_ = includes_->directive_range(from, static_cast<std::uint32_t>(position.get_line()), written_);
    const std::optional<FileId> found = includes_->locate(path, angled, includes_->path(from), where_, *diagnostics_);
    include_reported_ = !found;
    if (!found) return false;
    opening_ = *found;
    relative = native = path = includes_->path(opening_);
    if (const auto once = once_.find(includes_->identity(opening_)); once != once_.end()) {
      native = once->second;
      opening_ = includes_->id_of(native);
    }
    if (context.has_pragma_once(native)) {  // true also for a guard around the whole file
      output_->events.push_back(entering(angled));
      output_->events.back().is_repeated = true;
      output_->events.push_back({output_->text.size(), false, 0, {}, false, {}});
    }
    return true;
  }

  // Wave recognises a file with `#pragma once` only by its name.
  template <class Context>
  void detected_pragma_once(const Context&, const WaveToken&, const std::string& name) {
    once_.emplace(includes_->identity(includes_->id_of(name)), name);
  }

  template <class Context>
  void opened_include_file(const Context&, const std::string&, const std::string&, bool angled) {
    if (includes_->is_own(opening_)) output_->own_files.insert(opening_);
    calls_.push_back(nowhere);
    conditions_before_.push_back(conditions_.size());
    output_->events.push_back(entering(angled));
  }

  template <class Context>
  void returning_from_include_file(const Context&) {
    if (calls_.size() > 1) calls_.pop_back();
    // Wave does not report the #endif of a guard around the whole file.
    if (!conditions_before_.empty()) {
      conditions_.resize(std::min(conditions_.size(), conditions_before_.back()));
      conditions_before_.pop_back();
    }
    output_->events.push_back({output_->text.size(), false, 0, {}, false, {}});
  }

  template <class Context, class Container>
  bool expanding_object_like_macro(const Context&, const WaveToken&, const Container&, const WaveToken& call) {
    begin_expansion(call);
    return false;
  }

  template <class Context, class Container, class Iterator>
  bool expanding_function_like_macro(const Context&, const WaveToken&, const std::vector<WaveToken>&, const Container&,
                                     const WaveToken& call, const std::vector<Container>&, const Iterator&,
                                     const Iterator&) {
    begin_expansion(call);
    return false;
  }

  // Without a limit, macros that double their text repeatedly would exhaust the memory.
  template <class Context, class Container>
  void expanded_macro(const Context&, const Container& result) {
    limit_expansion(result.size());
  }
  template <class Context, class Container>
  void rescanned_macro(const Context&, const Container& result) {
    if (expansion_depth_ > 0) --expansion_depth_;
    limit_expansion(result.size());
    if (in_condition_) limit_condition(result);
  }

  template <class Context, class Container>
  bool evaluated_conditional_expression(const Context&, const WaveToken&, const Container&, bool) {
    in_condition_ = false;
    return false;
  }

  // Called by Wave instead of throwing. After a return Wave continues, which it cannot do reliably after most errors.
  template <class Context, class Exception>
  void throw_exception(const Context&, const Exception& problem) {
    report(problem);
    if (std::is_base_of_v<wave::cpplexer::cpplexer_exception, Exception>) throw StopPreprocessing{};
    switch (problem.get_errorcode()) {
      case wave::preprocess_exception::macro_redefinition:
      case wave::preprocess_exception::warning_directive:
      case wave::preprocess_exception::last_line_not_terminated:
      case wave::preprocess_exception::bad_include_file:
        return;
      default:
        throw StopPreprocessing{};
    }
  }

  void report(const wave::cpp_exception& problem) {
    const int code = problem.get_errorcode();
    if (code == wave::preprocess_exception::bad_include_file && include_reported_) return;
    if (code == wave::preprocess_exception::last_line_not_terminated) return;
    const bool warns =
        code == wave::preprocess_exception::warning_directive || code == wave::preprocess_exception::macro_redefinition;
    const bool unclosed = code == wave::preprocess_exception::missing_matching_endif ||
                          code == wave::preprocess_exception::unbalanced_if_endif;
    if (unclosed && !conditions_.empty()) {
      const auto& opening = conditions_.back();
      report_at(
          SourceLocation{includes_->id_of(opening.get_file().c_str()), static_cast<std::uint32_t>(opening.get_line()),
                         static_cast<std::uint32_t>(opening.get_column())},
          message_of(problem), false);
      conditions_.pop_back();
      return;
    }
    report_at(problem, message_of(problem), warns);
  }

  void report(const wave::cpplexer::cpplexer_exception& problem) { report_at(problem, problem.description(), false); }

  // Called for each directive, even in skipped parts of the text.
  template <class Context>
  bool found_directive(const Context&, const WaveToken& directive) {
    const wave::token_id id = directive;
    in_condition_ = id == wave::T_PP_IF || id == wave::T_PP_ELIF;
    left_open_ = 0;
    switch (id) {
      case wave::T_PP_IF:
      case wave::T_PP_IFDEF:
      case wave::T_PP_IFNDEF:
        conditions_.push_back(directive.get_position());
        break;
      case wave::T_PP_LINE:
        calls_.back() = nowhere;
        break;
      case wave::T_PP_ENDIF:
        if (!conditions_.empty()) conditions_.pop_back();
        break;
      default:
        break;
    }
    return false;
  }

 private:
  PreprocessedText::FileEvent entering(bool angled) const {
    std::string name = written_;
    if (name.size() >= 2) name = name.substr(1, name.size() - 2);
    if (const std::string own = includes_->own_name(opening_); !own.empty()) name = own;
    const bool is_main_file = includes_->identity(opening_) == includes_->identity(output_->main_file);
    return {output_->text.size(), true, opening_, std::move(name), angled, where_, is_main_file};
  }

  template <class Exception>
  void report_at(const Exception& problem, std::string message, bool warns) {
    const auto column = static_cast<std::uint32_t>(std::max<std::size_t>(problem.column_no(), 1));
    report_at(
        SourceLocation{includes_->id_of(problem.file_name()), static_cast<std::uint32_t>(problem.line_no()), column},
        std::move(message), warns);
  }

  void report_at(const SourceLocation& place, std::string message, bool warns) {
    if (warns) {
      diagnostics_->warning({place, 1}, std::move(message));
    } else {
      diagnostics_->error({place, 1}, std::move(message));
    }
  }

  void limit_expansion(std::size_t tokens) {
    if (tokens <= maximum_expansion && ++expansions_ <= maximum_expansions) return;
    report_at(calls_.back().begin, "this macro expands to too much text", false);
    throw StopPreprocessing{};
  }

  // Wave expands and evaluates by recursion. This limits the expansions; check_text() limits the condition as written.
  template <class Container>
  void limit_condition(const Container& expansion) {
    ConditionDepth depth;
    for (const WaveToken& token : expansion) depth.add(token.get_value().c_str());
    left_open_ += depth.open();
    if (depth.deepest() + left_open_ <= deepest_condition) return;
    report_at(calls_.back().begin, condition_too_deep, false);
    throw StopPreprocessing{};
  }

  void begin_expansion(const WaveToken& call) {
    remember_call(call);
    if (++expansion_depth_ <= deepest_expansion) return;
    report_at(calls_.back().begin, "macros nest too deeply: more than 200 within each other", false);
    throw StopPreprocessing{};
  }

  void remember_call(const WaveToken& call) {
    // A call within the definition of a macro is in another file, or precedes the call that led to it.
    const SourceLocation place = location_of(call.get_position());
    const SourceLocation& last = calls_.back().begin;
    if (last.known() && (place.file != last.file || !before(last, place))) return;
    calls_.back() = {place, static_cast<std::uint32_t>(call.get_value().size())};
  }

  IncludeFiles* includes_;
  Diagnostics* diagnostics_;
  PreprocessedText* output_;
  std::string written_;
  FileId opening_ = 0;
  std::unordered_map<std::string, std::string> once_;  // names of files with `#pragma once`, by identity
  SourceRange where_;
  bool include_reported_ = false;
  std::vector<wave::util::file_position_type> conditions_;                 // the places of open #if directives
  std::vector<std::size_t> conditions_before_;                             // size of conditions_ at each open #include
  std::vector<SourceRange> calls_ = std::vector<SourceRange>(1, nowhere);  // the last macro call of each open file
  BOOST_WAVE_STRINGTYPE file_name_;
  FileId file_ = 0;
  std::size_t expansions_ = 0;
  std::size_t expansion_depth_ = 0;
  bool in_condition_ = false;
  std::size_t left_open_ = 0;  // parentheses that expansions in the condition have left open so far
};

using Context = wave::context<std::string::const_iterator, LexIterator, InputPolicy, Hooks>;

// Joins Wave's tokens to text, and records the origin of each run of text.
class Writer {
 public:
  Writer(Context& context, PreprocessedText& output) : context_(context), output_(output) {}

  void write(const WaveToken& token) {
    const wave::token_id id = token;
    if (id == wave::T_NEWLINE || id == wave::T_CPPCOMMENT || id == wave::T_GENERATEDNEWLINE) return end_line();
    if (IS_CATEGORY(id, wave::WhiteSpaceTokenType) || id == wave::T_EOF || id == wave::T_EOI) {
      pending_space_ = true;
      return;
    }
    const auto& value = token.get_value();
    if (value.empty()) return;
    const SourceLocation written = context_.get_hooks().location_of(token.get_position());
    Place place = place_of(token);
    if (!is_second_colon(value.c_str(), written) && !continues(place)) {
      if (!at_line_start_) output_.text += ' ';
      output_.runs.push_back({output_.text.size(), place.location, place.expanded_length});
    }
    output_.text.append(value.c_str(), value.size());
    if (output_.text.size() > maximum_output) throw std::length_error("the preprocessed text is too large");
    last_is_colon_ = std::string_view(value.c_str()) == ":";
    last_written_ = written;
    last_ = place;
    last_.location.column += static_cast<std::uint32_t>(value.size());
    at_line_start_ = pending_space_ = false;
  }

  void end_line() {
    output_.text += '\n';
    at_line_start_ = true;
    pending_space_ = false;
  }

 private:
  struct Place {
    SourceLocation location;
    std::uint32_t expanded_length = 0;
  };

  bool continues(const Place& place) const {
    return !at_line_start_ && !pending_space_ && place.expanded_length == 0 && last_.expanded_length == 0 &&
           place.location == last_.location;
  }

  // Returns true for the second ':' of a "::", which C does not have: it arrives as two tokens. Within an expansion,
  // only their adjacent positions distinguish them from two separate colons.
  bool is_second_colon(std::string_view token, SourceLocation written) const {
    if (token != ":" || !last_is_colon_ || at_line_start_ || pending_space_) return false;
    SourceLocation expected = last_written_;
    ++expected.column;
    return written == expected;
  }

  Place place_of(const WaveToken& token) {
    Hooks& hooks = context_.get_hooks();
    const Place place{hooks.location_of(token.get_position()), 0};
    const SourceRange& call = hooks.macro_call();
    if (!call.begin.known()) return place;
    const bool from_definition = place.location.file != call.begin.file || !before(call.begin, place.location);
    return from_definition ? Place{call.begin, std::max(call.length, 1U)} : place;
  }

  Context& context_;
  PreprocessedText& output_;
  Place last_;
  SourceLocation last_written_;
  bool last_is_colon_ = false;
  bool at_line_start_ = true;
  bool pending_space_ = false;
};

wave::language_support language() {
  // C instead of C++: `and`, `not` and similar words are identifiers, and __cplusplus is not defined. The IDL lexer
  // checks literals, and the text after the last newline.
  return static_cast<wave::language_support>(
      wave::support_c99 | wave::support_option_no_character_validation | wave::support_option_prefer_pp_numbers |
      wave::support_option_emit_pragma_directives | wave::support_option_include_guard_detection);
}

bool apply_macros(Context& context, const PreprocessOptions& options, Diagnostics& diagnostics) {
  for (const PreprocessOptions::MacroOption& macro : options.macros) {
    try {
      if (macro.define) {
        context.add_macro_definition(macro.text);
      } else {
        context.remove_macro_definition(macro.text);
      }
    } catch (const wave::cpp_exception& problem) {
      diagnostics.error(nowhere,
                        std::string("bad macro '") + macro.text + "' on the command line: " + problem.description());
      return false;
    } catch (const StopPreprocessing&) {
      diagnostics.error(nowhere, "bad macro '" + macro.text + "' on the command line");
      return false;
    }
  }
  return true;
}

// Returns true if preprocessing has reached the end of the input.
bool run(Context& context, Writer& writer, Diagnostics& diagnostics) {
  try {
    auto at = context.begin();
    const auto end = context.end();
    for (; at != end; ++at) writer.write(*at);
    writer.end_line();
    return true;
  } catch (const StopPreprocessing&) {
  } catch (const wave::cpp_exception& problem) {
    context.get_hooks().report(problem);
  } catch (const wave::cpplexer::cpplexer_exception& problem) {
    context.get_hooks().report(problem);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    diagnostics.error(nowhere, std::string("preprocessing failed: ") + problem.what());
  }
  return false;
}

}  // namespace

std::optional<PreprocessedText> preprocess(const std::string& path, const FileReader& reader,
                                           const PreprocessOptions& options, SourceFiles& files,
                                           Diagnostics& diagnostics) {
  IncludeFiles includes(reader, options, files);
  const std::optional<FileId> main_file = includes.load_main(path, diagnostics);
  if (!main_file) return std::nullopt;

  PreprocessedText output;
  output.main_file = *main_file;
  includes.alias(unnamed_input, *main_file);
  const std::size_t errors_before = diagnostics.error_count();
  const std::string input = includes.text_for_wave(*main_file);
  Context context(input.begin(), input.end(), unnamed_input, Hooks(includes, diagnostics, output));
  context.set_language(language());
  context.set_max_include_nesting_depth(maximum_include_depth);
  if (!apply_macros(context, options, diagnostics)) return std::nullopt;
  Writer writer(context, output);
  const bool finished = run(context, writer, diagnostics);
  output.files_read = includes.loaded();
  if (!finished || diagnostics.error_count() != errors_before) return std::nullopt;
  return output;
}

}  // namespace dimma::idl
