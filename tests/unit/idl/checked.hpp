// IDL text checked in memory, for tests.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "idl/parse/front.hpp"

namespace dimma::idl::test {

struct Checked {
  explicit Checked(const std::string& text) { run(text); }
  Checked(const std::string& text, LetterCase which) : letter_case(which) { run(text); }
  Checked(const std::string& text, const MemoryReader& others) : reader(others) { run(text); }

  // The messages without their places: "error: ...".
  std::vector<std::string> messages() const {
    std::vector<std::string> all;
    for (const Diagnostic& each : diagnostics.all()) {
      const char* severity = each.severity == Severity::Error     ? "error: "
                             : each.severity == Severity::Warning ? "warning: "
                                                                  : "note: ";
      all.push_back(severity + each.message);
    }
    return all;
  }

  // The declaration of that full name; null when there is none.
  const Declaration* find(const std::string& full_name) const {
    return specification ? find_in(specification->contents, full_name) : nullptr;
  }

  template <class Node>
  const Node& get(const std::string& full_name) const {
    const Declaration* found = find(full_name);
    if (found == nullptr) throw std::runtime_error("no declaration '" + full_name + "'\n" + diagnostics.render_all());
    return dynamic_cast<const Node&>(*found);
  }

  SourceFiles files;
  Diagnostics diagnostics{files};
  MemoryReader reader;
  LetterCase letter_case = LetterCase::Ignored;
  std::unique_ptr<Specification> specification;  // null after errors

 private:
  void run(const std::string& text) {
    reader.add("test.idl", text);
    try {
      specification = read_specification("test.idl", reader, {}, files, diagnostics, letter_case).specification;
    } catch (const TooManyErrors&) {
      // The test looks at the declarations that were found before.
    }
  }

  static const Declaration* find_in(const std::vector<Declaration*>& contents, const std::string& full_name) {
    for (const Declaration* each : contents) {
      if (each->full_name() == full_name && each->kind != DeclarationKind::ForwardDeclaration) return each;
      const std::vector<Declaration*>* inner = nullptr;
      if (each->kind == DeclarationKind::Module) inner = &as<Module>(*each).contents;
      if (each->kind == DeclarationKind::Interface) inner = &as<Interface>(*each).contents;
      if (each->kind == DeclarationKind::ValueType) inner = &as<ValueType>(*each).contents;
      if (each->kind == DeclarationKind::Struct) inner = &as<Struct>(*each).nested_types;
      if (each->kind == DeclarationKind::Union) inner = &as<Union>(*each).nested_types;
      if (inner == nullptr) continue;
      if (const Declaration* found = find_in(*inner, full_name)) return found;
    }
    return nullptr;
  }
};

}  // namespace dimma::idl::test
