#include "idl/server/analysis/completion.hpp"

#include <algorithm>
#include <unordered_set>

#include "idl/text/source_pieces.hpp"
#include "idl/text/token.hpp"

namespace dimma::idl {
namespace {

// The context of the word to complete: after "::A::B::" these are the scopes A and B.
struct Written {
  bool is_inert = false;  // in a comment, literal or directive
  bool is_annotation = false;
  bool is_scoped = false;
  bool from_global = false;
  std::vector<std::string> scopes;
};

bool is_spacing(PieceKind kind) {
  return kind == PieceKind::Blank || kind == PieceKind::LineEnd || kind == PieceKind::BlockComment ||
         kind == PieceKind::LineComment;
}

bool is_mark(const SourcePiece& piece, std::string_view mark) {
  return piece.kind == PieceKind::Punctuation && piece.text == mark;
}

std::string unescaped(std::string_view word) { return std::string(word.substr(word.starts_with('_') ? 1 : 0)); }

Written written_before(std::string_view before) {
  Written written;
  std::vector<SourcePiece> pieces = cut_source(before);
  if (pieces.empty()) return written;
  const SourcePiece& last = pieces.back();
  written.is_inert = last.kind == PieceKind::LineComment || last.kind == PieceKind::Directive || !last.is_closed;
  if (last.kind == PieceKind::Word) pieces.pop_back();  // the beginning of the word to complete
  if (!pieces.empty() && is_mark(pieces.back(), "@")) written.is_annotation = true;
  while (!pieces.empty() && is_mark(pieces.back(), "::")) {
    written.is_scoped = true;
    pieces.pop_back();
    while (!pieces.empty() && is_spacing(pieces.back().kind)) pieces.pop_back();
    written.from_global = pieces.empty() || pieces.back().kind != PieceKind::Word;
    if (written.from_global) break;
    written.scopes.insert(written.scopes.begin(), unescaped(pieces.back().text));
    pieces.pop_back();
  }
  return written;
}

class Completer {
 public:
  Completer(const Analysis& analysis, const SourceLocation& place)
      : specification_(*analysis.specification()), place_(place), scope_(analysis.scope_at(place)) {}

  void add_members(const Written& written) {
    const Declaration* scope = nullptr;
    for (std::size_t index = 0; index < written.scopes.size(); ++index) {
      scope = index == 0 && !written.from_global ? find_visible(written.scopes[0]) : find(scope, written.scopes[index]);
      if (scope == nullptr) return;
    }
    add_scope(scope);
  }

  void add_visible() {
    for (const Declaration* scope = scope_; scope != nullptr; scope = scope->enclosing) add_scope(scope);
    add_scope(nullptr);
  }

  void add_word(Completion::Kind kind, std::string_view word) {
    if (names_.insert(std::string(word)).second) found_.push_back({kind, std::string(word)});
  }

  std::vector<Completion> take() { return std::move(found_); }

 private:
  // IDL requires declarations before uses.
  bool is_declared_here(const Declaration& declaration) const {
    const SourceLocation& at = declaration.range.begin;
    return at.file != place_.file || is_before(at, place_);
  }

  static bool can_be_named(const Declaration& declaration) {
    switch (declaration.kind) {
      case DeclarationKind::Operation:
      case DeclarationKind::Attribute:
      case DeclarationKind::Member:
      case DeclarationKind::Initializer:
      case DeclarationKind::AnnotationDeclaration:
        return false;
      default:
        return true;
    }
  }

  void add_scope(const Declaration* scope) {
    for (const Declaration* each : held_by(specification_, scope)) {
      if (!can_be_named(*each) || !is_declared_here(*each) || !names_.insert(each->identifier).second) continue;
      const char* const escape = keyword_ignoring_case(each->identifier) != nullptr ? "_" : "";
      found_.push_back({Completion::Kind::Declared, escape + each->identifier, each});
    }
  }

  const Declaration* find(const Declaration* scope, const std::string& name) const {
    for (const Declaration* each : held_by(specification_, scope)) {
      if (folded(each->identifier) == folded(name) && is_declared_here(*each)) return each;
    }
    return nullptr;
  }

  const Declaration* find_visible(const std::string& name) const {
    for (const Declaration* scope = scope_; scope != nullptr; scope = scope->enclosing) {
      if (const Declaration* found = find(scope, name)) return found;
      if (folded(scope->identifier) == folded(name)) return scope;  // still open, and so in no list yet
    }
    return find(nullptr, name);
  }

  const Specification& specification_;
  const SourceLocation place_;
  const Declaration* scope_;
  std::unordered_set<std::string> names_;
  std::vector<Completion> found_;
};

}  // namespace

std::vector<Completion> completions(const Analysis& analysis, std::string_view before, const SourceLocation& place) {
  const Written written = written_before(before);
  if (written.is_inert || analysis.specification() == nullptr) return {};
  Completer completer(analysis, place);
  if (written.is_annotation) {
    for (const std::string_view name : known_annotations()) completer.add_word(Completion::Kind::Annotation, name);
  } else if (written.is_scoped) {
    completer.add_members(written);
  } else {
    completer.add_visible();
    for (const char* word : reserved_words()) completer.add_word(Completion::Kind::Keyword, word);
    for (const char* word : idl4_words()) completer.add_word(Completion::Kind::Keyword, word);
  }
  return completer.take();
}

}  // namespace dimma::idl
