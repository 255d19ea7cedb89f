// Answers questions about places in documents: definition, hover, completion, symbols; and formats documents.
#include <algorithm>
#include <unordered_map>

#include "idl/server/analysis/completion.hpp"
#include "idl/server/analysis/declaration_text.hpp"
#include "idl/server/protocol/uri.hpp"
#include "idl/server/session.hpp"
#include "idl/text/format_source.hpp"

namespace dimma::idl {

namespace json = boost::json;

namespace {

// The numbers that LSP defines for kinds of symbols and of completion items.
struct LspKinds {
  int symbol;
  int completion;
};

LspKinds lsp_kinds(DeclarationKind kind) {
  switch (kind) {
    case DeclarationKind::Module:
      return {2, 9};
    case DeclarationKind::Interface:
      return {11, 8};
    case DeclarationKind::ValueType:
    case DeclarationKind::ValueBox:
    case DeclarationKind::Exception:
      return {5, 7};
    case DeclarationKind::Struct:
    case DeclarationKind::Union:
    case DeclarationKind::Bitset:
      return {23, 22};
    case DeclarationKind::Enum:
    case DeclarationKind::Bitmask:
      return {10, 13};
    case DeclarationKind::Enumerator:
    case DeclarationKind::BitValue:
      return {22, 20};
    case DeclarationKind::Constant:
      return {14, 21};
    case DeclarationKind::Operation:
      return {6, 2};
    case DeclarationKind::Initializer:
      return {9, 4};
    case DeclarationKind::Attribute:
      return {7, 10};
    case DeclarationKind::Member:
    case DeclarationKind::UnionBranch:
    case DeclarationKind::Bitfield:
      return {8, 5};
    case DeclarationKind::Parameter:
      return {13, 6};
    default:
      return {26, 25};  // a type parameter, which editors show for types of unknown kind
  }
}

constexpr int keyword_completion = 14;

json::value completion_json(const Completion& completion) {
  json::object item{{"label", completion.text}, {"kind", keyword_completion}};
  if (completion.kind != Completion::Kind::Declared) return item;
  item["kind"] = lsp_kinds(completion.declaration->kind).completion;
  item["detail"] = valid_utf8(declaration_line(*completion.declaration));
  return item;
}

template <class List>
void append_all(std::vector<const Declaration*>& all, const List& list) {
  all.insert(all.end(), list.begin(), list.end());
}

std::vector<const Declaration*> parts_of(const Declaration& declaration) {
  std::vector<const Declaration*> parts;
  switch (declaration.kind) {
    case DeclarationKind::Module:
      append_all(parts, as<Module>(declaration).contents);
      break;
    case DeclarationKind::Interface:
      append_all(parts, as<Interface>(declaration).contents);
      break;
    case DeclarationKind::ValueType:
      append_all(parts, as<ValueType>(declaration).contents);
      break;
    case DeclarationKind::Struct:
      append_all(parts, as<Struct>(declaration).members);
      break;
    case DeclarationKind::Union:
      append_all(parts, as<Union>(declaration).branches);
      break;
    case DeclarationKind::Exception:
      append_all(parts, as<Exception>(declaration).members);
      break;
    case DeclarationKind::Enum:
      append_all(parts, as<Enum>(declaration).enumerators);
      break;
    case DeclarationKind::Bitset:
      append_all(parts, as<Bitset>(declaration).fields);
      break;
    case DeclarationKind::Bitmask:
      append_all(parts, as<Bitmask>(declaration).values);
      break;
    default:
      break;
  }
  return parts;
}

// Lists the symbols of one file.
class SymbolLister {
 public:
  SymbolLister(const Analysis& analysis, PositionEncoding encoding) : analysis_(analysis), encoding_(encoding) {
    for (const ScopePlace& each : analysis.map().scopes) ends_[each.owner] = each.end;
  }

  // Clients limit the depth of JSON, and deeply nested IDL is of no use to a reader.
  static constexpr unsigned depth_max = 12;

  template <class List>
  json::array list(const List& declarations, unsigned depth = 0) const {
    json::array symbols;
    if (depth == depth_max) return symbols;
    for (const Declaration* each : declarations) {
      const bool is_here = each->range.begin.known() && each->range.begin.file == analysis_.specification()->main_file;
      if (is_here && each->kind != DeclarationKind::ForwardDeclaration) symbols.push_back(symbol(*each, depth));
    }
    return symbols;
  }

 private:
  json::value symbol(const Declaration& declaration, unsigned depth) const {
    const TextRange name = text_range(analysis_.files(), declaration.range, encoding_);
    TextRange all = name;
    const auto end = ends_.find(&declaration);
    if (end != ends_.end() && end->second.line != ScopePlace::unbounded &&
        is_before(declaration.range.begin, end->second)) {
      all.end = text_position(analysis_.files(), end->second, encoding_);
    }
    return json::object{{"name", declaration.identifier},
                        {"detail", valid_utf8(declaration_line(declaration))},
                        {"kind", lsp_kinds(declaration.kind).symbol},
                        {"range", range_json(all)},
                        {"selectionRange", range_json(name)},
                        {"children", list(parts_of(declaration), depth + 1)}};
  }

  const Analysis& analysis_;
  const PositionEncoding encoding_;
  std::unordered_map<const Declaration*, SourceLocation> ends_;
};

std::string hover_text(const Analysis& analysis, const Declaration& declaration, bool in_markdown) {
  std::string text = declaration_text(declaration);
  if (in_markdown) text = "```idl\n" + text + "\n```";
  if (!declaration.repository_id.empty()) {
    const char* const mark = in_markdown ? "`" : "";
    text += "\n\n" + (mark + declaration.repository_id) + mark;
  }
  const std::string comment = comment_of(analysis.files(), declaration);
  return comment.empty() ? text : text + "\n\n" + comment;
}

}  // namespace

Session::Place Session::required_place(const Value& params) {
  Document& document = required_document(params);
  const TextPosition position = required_position(params, "position");
  documents_.refresh(document, options_.analysis);
  Place place{&document, document.usable(), position, {}};
  if (place.analysis != nullptr) {
    const FileId file = place.analysis->specification()->main_file;
    place.location = source_location(place.analysis->files(), file, position, encoding_);
  }
  return place;
}

json::value Session::location_json(const Analysis& analysis, const SourceRange& range) const {
  const FileId file = range.begin.file;
  const bool is_on_disk = file < analysis.files().size() && !analysis.files().path(file).starts_with('<');
  if (!is_on_disk) return nullptr;
  return json::object{{"uri", documents_.uri_of(analysis.files().path(file))},
                      {"range", range_json(text_range(analysis.files(), range, encoding_))}};
}

json::value Session::definition(const Value& params) {
  const Place place = required_place(params);
  if (place.analysis == nullptr) return nullptr;
  if (const Inclusion* inclusion = place.analysis->inclusion_at(place.location)) {
    return location_json(*place.analysis, {{inclusion->file, 1, 1}, 0});
  }
  const NamePlace* const name = place.analysis->name_at(place.location);
  if (name == nullptr || !name->declaration->range.begin.known()) return nullptr;
  return location_json(*place.analysis, name->declaration->range);
}

json::value Session::hover(const Value& params) {
  const Place place = required_place(params);
  const NamePlace* const name = place.analysis == nullptr ? nullptr : place.analysis->name_at(place.location);
  if (name == nullptr) return nullptr;
  const std::string text = hover_text(*place.analysis, *name->declaration, takes_markdown_);
  return json::object{
      {"contents", json::object{{"kind", takes_markdown_ ? "markdown" : "plaintext"}, {"value", valid_utf8(text)}}},
      {"range", range_json(text_range(place.analysis->files(), name->range, encoding_))}};
}

json::value Session::completion(const Value& params) {
  const Place place = required_place(params);
  json::array items;
  if (place.analysis == nullptr) return items;
  const std::string_view before =
      std::string_view(place.document->text).substr(0, offset_in(place.document->text, place.position, encoding_));
  for (const Completion& each : completions(*place.analysis, before, place.location)) {
    items.push_back(completion_json(each));
  }
  return items;
}

json::value Session::document_symbol(const Value& params) {
  Document& document = required_document(params);
  documents_.refresh(document, options_.analysis);
  const Analysis* const analysis = document.usable();
  if (analysis == nullptr) return json::array();
  return SymbolLister(*analysis, encoding_).list(analysis->specification()->contents);
}

// Returns one edit that replaces the whole text, or no edit if nothing changes.
json::value Session::formatting(const Value& params) {
  const std::string& text = required_document(params).text;
  std::string formatted = format_source(text);
  json::array edits;
  if (formatted == text) return edits;
  const auto lines = static_cast<std::uint32_t>(1 + std::count(text.begin(), text.end(), '\n') +
                                                std::count(text.begin(), text.end(), '\r'));
  const TextRange all{{0, 0}, {lines, 0}};  // ends beyond the text, which means its end
  edits.push_back(json::object{{"range", range_json(all)}, {"newText", std::move(formatted)}});
  return edits;
}

}  // namespace dimma::idl
