// Handles files and pragmas, and parses the declarations that replace pragmas: typeid, typeprefix and import.
#include <algorithm>
#include <utility>

#include "idl/parse/parser.hpp"

namespace dimma::idl {
namespace {

// Returns the words of a pragma. A quoted string keeps its opening quote, which distinguishes it from a name.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == ' ' || text[at] == '\t' || text[at] == '\r') {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    if (text[at] == '"') {
      while (end < text.size() && text[end] != '"') ++end;
      words.emplace_back(text.substr(at, end - at));
      at = end + 1;
    } else {
      while (end < text.size() && text[end] != ' ' && text[end] != '\t' && text[end] != '"' && text[end] != '\r') ++end;
      words.emplace_back(text.substr(at, end - at));
      at = end;
    }
  }
  return words;
}

bool is_quoted(const std::string& word) { return !word.empty() && word.front() == '"'; }
std::string unquoted(const std::string& word) { return is_quoted(word) ? word.substr(1) : word; }

// A file of dimma names the header of its classic stubs, which are part of dimma::classic.
void set_classic_header(Specification& specification, FileId file, const std::string& header) {
  for (Inclusion& each : specification.inclusions) {
    if (each.file == file) each.classic_header = header;
  }
}

}  // namespace

void Parser::handle_event(const Token& token) {
  switch (token.kind) {
    case TokenKind::EnterFile:
      return enter_file(token);
    case TokenKind::LeaveFile:
      return exit_file();
    default:
      return pragma(token);
  }
}

void Parser::enter_file(const Token& token) {
  const PreprocessedText::FileEvent& event = text_.events[token.event];
  Inclusion inclusion;
  inclusion.file = event.file;
  inclusion.is_main_file = event.is_main_file;
  inclusion.written = event.written;
  inclusion.angled = event.angled;
  for (const Inclusion& each : specification_.inclusions) {
    if (each.file == event.file) inclusion.classic_header = each.classic_header;
  }
  inclusion.from_main_file = files_.size() == 1;
  inclusion.at_global_scope = contexts_.size() == 1;
  inclusion.range = event.where;
  // A file that was read before does not become part of a definition that includes it again.
  if (!event.is_repeated || inclusion.at_global_scope) specification_.inclusions.push_back(std::move(inclusion));
  files_.push_back({event.file, contexts_.size(), context().id_base});
  // Prefixes are per file, and a file begins without a prefix.
  std::string base;
  if (context().node != nullptr) {
    for (const std::string& part : context().node->scoped_name) base = RepositoryIds::nested_base(base, part);
  }
  context().id_base = base;
}

void Parser::exit_file() {
  if (files_.size() < 2) return;
  const FileFrame frame = files_.back();
  files_.pop_back();
  if (contexts_.size() >= frame.depth) contexts_[frame.depth - 1].id_base = frame.id_base;
}

void Parser::pragma(const Token& token) {
  const std::vector<std::string> words = split(token.text);
  if (words.empty()) return;
  if (words[0] == "prefix") return pragma_prefix(token, words);
  if (words[0] == "ID") return pragma_id(token, words);
  if (words[0] == "version") return pragma_version(token, words);
  if (words[0] == "classic_header" && words.size() == 2) {
    return set_classic_header(specification_, token.range.begin.file, unquoted(words[1]));
  }
  if (words[0] == "ami" || words[0] == "corba_ami") {
    const bool is_name = words.size() == 2 && is_quoted(words[1]);
    return specification_.asynchronous_pragmas.push_back({is_name ? unquoted(words[1]) : std::string(), token.range});
  }
  diagnostics_.warning(token.range, "unknown pragma '" + words[0] + "' ignored", WarningKind::UnknownPragmas);
}

void Parser::pragma_prefix(const Token& token, const std::vector<std::string>& words) {
  if (words.size() != 2 || !is_quoted(words[1])) {
    return error(token.range, "expected #pragma prefix \"text\"");
  }
  const std::string prefix = unquoted(words[1]);
  if (prefix.find(':') != std::string::npos) {
    return error(token.range, "a repository id prefix cannot contain ':'");
  }
  Context& here = context();
  here.id_base = here.node == nullptr ? prefix : RepositoryIds::nested_base(prefix, here.node->identifier);
}

Declaration* Parser::pragma_target(const Token& token, const std::string& text) {
  ScopedName name;
  name.written = text;
  name.range = token.range;
  std::size_t at = 0;
  if (text.rfind("::", 0) == 0) {
    name.from_global = true;
    at = 2;
  }
  for (;;) {
    const std::size_t mark = text.find("::", at);
    std::string part = text.substr(at, mark == std::string::npos ? mark : mark - at);
    if (part.size() > 1 && part.front() == '_') part.erase(0, 1);
    if (part.empty()) {
      error(token.range, "'" + text + "' is not a scoped name");
      return nullptr;
    }
    name.parts.push_back({std::move(part), token.range, false});
    if (mark == std::string::npos) break;
    at = mark + 2;
  }
  Declaration* target = resolve(name);
  if (target != nullptr && !has_repository_id(target->kind)) {
    error(token.range, with_article(target->kind) + " has no repository id");
    return nullptr;
  }
  return target;
}

void Parser::pragma_id(const Token& token, const std::vector<std::string>& words) {
  if (words.size() != 3 || is_quoted(words[1]) || !is_quoted(words[2])) {
    return error(token.range, "expected #pragma ID name \"repository id\"");
  }
  Declaration* target = pragma_target(token, words[1]);
  if (target == nullptr) return;
  const std::string problem = ids_.set_id(*target, unquoted(words[2]));
  if (!problem.empty()) error(token.range, problem);
}

void Parser::pragma_version(const Token& token, const std::vector<std::string>& words) {
  if (words.size() != 3 || is_quoted(words[1]) || is_quoted(words[2])) {
    return error(token.range, "expected #pragma version name major.minor");
  }
  Declaration* target = pragma_target(token, words[1]);
  if (target == nullptr) return;
  const std::string problem = ids_.set_version(*target, words[2]);
  if (!problem.empty()) error(token.range, problem);
}

void Parser::parse_typeid() {
  take();
  const ScopedName name = parse_scoped_name();
  const Token first = peek();
  const Value value = parse_text_literal();
  const SourceRange where = since(first);
  Declaration* target = resolve(name);
  if (target != nullptr && !has_repository_id(target->kind)) {
    error(name.range, with_article(target->kind) + " has no repository id");
  } else if (const auto* id = std::get_if<std::string>(&value); target != nullptr && id != nullptr) {
    const std::string problem = ids_.set_id(*target, *id);
    if (!problem.empty()) error(where, problem);
  }
  expect_semicolon("after typeid declaration");
}

void Parser::parse_typeprefix() {
  take();
  const ScopedName name = parse_scoped_name();
  const Token first = peek();
  const Value value = parse_text_literal();
  const SourceRange where = since(first);
  Declaration* target = resolve(name);
  Scope* scope = target == nullptr ? nullptr : scopes_.scope_of(*target);
  const auto* prefix = std::get_if<std::string>(&value);
  if (target != nullptr && scope == nullptr) {
    error(name.range, "'" + target->full_name() + "' is not a scope that a prefix could apply to");
  } else if (scope != nullptr && prefix != nullptr && prefix->find(':') != std::string::npos) {
    error(where, "a repository id prefix cannot contain ':'");
  } else if (scope != nullptr && prefix != nullptr) {
    std::string base = ids_.apply_type_prefix(scopes_, *scope, *prefix);
    // The prefix also applies to open scopes within this one, unless they have a prefix of their own.
    auto each =
        std::find_if(contexts_.begin(), contexts_.end(), [&](const Context& open) { return open.scope == scope; });
    for (std::string before; each != contexts_.end(); ++each) {
      before = std::exchange(each->id_base, base);
      const auto inner = std::next(each);
      if (inner == contexts_.end() || inner->id_base != RepositoryIds::nested_base(before, inner->node->identifier))
        break;
      base = RepositoryIds::nested_base(base, inner->node->identifier);
    }
  }
  expect_semicolon("after typeprefix declaration");
}

void Parser::parse_import() {
  take();
  if (at(TokenKind::StringLiteral)) {
    const Token first = peek();
    const Value value = parse_text_literal();
    const auto* text = std::get_if<std::string>(&value);
    check_unique_ids(specification_.contents);
    const bool known = text != nullptr && by_id_.count(*text) != 0;
    if (text != nullptr && !known) error(since(first), "nothing with the repository id \"" + *text + "\" is declared");
  } else {
    resolve(parse_scoped_name());
  }
  expect_semicolon("after import");
}

}  // namespace dimma::idl
