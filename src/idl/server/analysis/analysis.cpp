#include "idl/server/analysis/analysis.hpp"

#include <algorithm>
#include <unordered_set>

namespace dimma::idl {
namespace {

bool covers(const SourceRange& range, const SourceLocation& place) {
  return range.begin.file == place.file && range.begin.line == place.line && range.begin.column <= place.column &&
         place.column <= range.begin.column + range.length;
}

class Collector {
 public:
  explicit Collector(const Specification& specification) : specification_(specification) {}

  void add_scope(const Declaration* scope) {
    if (scope == nullptr) return add_all(specification_.contents);
    if (!seen_.insert(scope).second) return;
    switch (scope->kind) {
      case DeclarationKind::Module:
        add_openings(specification_.contents, as<Module>(*scope).first_opening);
        break;
      case DeclarationKind::Interface:
        add_all(as<Interface>(*scope).contents);
        for (const Interface* base : as<Interface>(*scope).bases) add_scope(base);
        break;
      case DeclarationKind::ValueType:
        add_all(as<ValueType>(*scope).contents);
        for (const ValueType* base : as<ValueType>(*scope).bases) add_scope(base);
        for (const Interface* base : as<ValueType>(*scope).supports) add_scope(base);
        break;
      case DeclarationKind::Struct:
        add_all(as<Struct>(*scope).nested_types);
        break;
      case DeclarationKind::Union:
        add_all(as<Union>(*scope).nested_types);
        break;
      case DeclarationKind::Exception:
        add_all(as<Exception>(*scope).nested_types);
        break;
      case DeclarationKind::Bitmask:
        for (const BitValue* value : as<Bitmask>(*scope).values) found_.push_back(value);
        break;
      default:
        break;
    }
  }

  std::vector<const Declaration*> take() { return std::move(found_); }

 private:
  void add_openings(const std::vector<Declaration*>& contents, const Module* first_opening) {
    for (const Declaration* each : contents) {
      if (each->kind != DeclarationKind::Module) continue;
      const auto& module = as<Module>(*each);
      if (module.first_opening == first_opening) {
        add_all(module.contents);
      } else {
        add_openings(module.contents, first_opening);
      }
    }
  }

  template <class Contents>
  void add_all(const Contents& contents) {
    for (const Declaration* each : contents) {
      const Declaration* held = each;
      if (each->kind == DeclarationKind::ForwardDeclaration) held = as<ForwardDeclaration>(*each).target;
      if (held == nullptr || (held->kind != DeclarationKind::Module && !seen_held_.insert(held).second)) continue;
      found_.push_back(held);
      if (held->kind != DeclarationKind::Enum) continue;
      for (const Enumerator* enumerator : as<Enum>(*held).enumerators) found_.push_back(enumerator);
    }
  }

  const Specification& specification_;
  std::unordered_set<const Declaration*> seen_;
  std::unordered_set<const Declaration*> seen_held_;
  std::vector<const Declaration*> found_;
};

}  // namespace

Analysis::Analysis(const std::string& path, const FileReader& reader, const AnalysisOptions& options)
    : diagnostics_(files_, options.diagnostics),
      draft_(read_draft(path, reader, options.preprocess, files_, diagnostics_, options.letter_case)) {}

const NamePlace* Analysis::name_at(const SourceLocation& place) const {
  const NamePlace* found = nullptr;
  for (const NamePlace& each : draft_.map.names) {
    if (!covers(each.range, place)) continue;
    // Between two adjacent names, as in `A::B`, chooses the name that begins at the place.
    if (found == nullptr || found->range.begin.column < each.range.begin.column) found = &each;
  }
  return found;
}

const Inclusion* Analysis::inclusion_at(const SourceLocation& place) const {
  if (!draft_.specification) return nullptr;
  const auto& inclusions = draft_.specification->inclusions;
  const auto found = std::find_if(inclusions.begin(), inclusions.end(),
                                  [&](const Inclusion& each) { return covers(each.range, place); });
  return found == inclusions.end() ? nullptr : &*found;
}

const Declaration* Analysis::scope_at(const SourceLocation& place) const {
  const Declaration* innermost = nullptr;
  for (const ScopePlace& each : draft_.map.scopes) {
    const bool holds = each.begin.file == place.file && is_before(each.begin, place) && !is_before(each.end, place);
    if (holds) innermost = each.owner;
  }
  return innermost;
}

bool is_before(const SourceLocation& a, const SourceLocation& b) {
  return a.line < b.line || (a.line == b.line && a.column < b.column);
}

std::vector<const Declaration*> held_by(const Specification& specification, const Declaration* scope) {
  Collector collector(specification);
  collector.add_scope(scope);
  return collector.take();
}

}  // namespace dimma::idl
