#include "idl/server/analysis/declaration_text.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

namespace dimma::idl {
namespace {

constexpr std::size_t members_shown_max = 40;

std::string bounded(std::string text, std::uint64_t bound) {
  return bound == 0 ? text : text + "<" + std::to_string(bound) + ">";
}

std::string quoted_text(std::string_view octets) {
  std::string text = "\"";
  for (const char c : octets) {
    char escaped[8];
    const auto octet = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      (text += '\\') += c;
    } else if (octet < 0x20 || octet > 0x7E) {
      std::snprintf(escaped, sizeof escaped, "\\%03o", static_cast<unsigned>(octet));
      text += escaped;
    } else {
      text += c;
    }
  }
  return text + "\"";
}

struct ValueText {
  std::string operator()(std::monostate) const { return "?"; }
  std::string operator()(bool value) const { return value ? "TRUE" : "FALSE"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(std::uint64_t value) const { return std::to_string(value); }
  std::string operator()(long double value) const {
    char text[64];
    std::snprintf(text, sizeof text, "%.17Lg", value);
    return text;
  }
  std::string operator()(const FixedValue& value) const {
    std::string digits = value.digits;
    if (digits.size() <= value.scale) digits.insert(0, value.scale + 1 - digits.size(), '0');
    if (value.scale > 0) digits.insert(digits.size() - value.scale, ".");
    return (value.negative ? "-" : "") + digits + "d";
  }
  std::string operator()(CharValue value) const {
    const char c = static_cast<char>(value.code);
    const std::string text = quoted_text(std::string_view(&c, 1));
    return c == '"' ? "'\"'" : c == '\'' ? "'\\''" : "'" + text.substr(1, text.size() - 2) + "'";
  }
  std::string operator()(WideCharValue value) const { return "L'" + unit(value.code) + "'"; }
  std::string operator()(const std::string& value) const { return quoted_text(value); }
  std::string operator()(const std::u16string& value) const {
    std::string text = "L\"";
    for (const char16_t each : value) text += unit(each);
    return text + "\"";
  }
  std::string operator()(const Enumerator* value) const { return value == nullptr ? "?" : value->full_name(); }

  static std::string unit(char16_t code) {
    if (code >= 0x20 && code < 0x7F && code != '\\' && code != '"' && code != '\'') return {static_cast<char>(code)};
    char text[8];
    std::snprintf(text, sizeof text, "\\u%04x", static_cast<unsigned>(code));
    return text;
  }
};

std::string value_text(const ConstantValue& value) { return std::visit(ValueText(), value); }

// Returns the name with the dimensions of an array after it.
std::string declarator(const Type* type, const std::string& name) {
  if (type == nullptr || type->kind != TypeKind::Array) return type_text(type) + " " + name;
  std::string text = type_text(as<ArrayType>(*type).element) + " " + name;
  for (const std::uint64_t dimension : as<ArrayType>(*type).dimensions) text += "[" + std::to_string(dimension) + "]";
  return text;
}

template <class List, class Text>
std::string joined_texts(const List& list, Text text) {
  std::string all;
  for (const auto& each : list) {
    if (!all.empty()) all += ", ";
    all += text(each);
  }
  return all;
}

template <class List>
std::string names_after(const char* introduction, const List& list) {
  if (list.empty()) return {};
  return introduction + joined_texts(list, [](const Declaration* each) { return each->full_name(); });
}

template <class List>
std::string names_in_parentheses(const char* introduction, const List& list) {
  return list.empty() ? std::string() : names_after(introduction, list) + ")";
}

std::string parameters_text(const std::vector<Parameter*>& parameters) {
  return "(" +
         joined_texts(parameters,
                      [](const Parameter* each) {
                        const char* direction = each->direction == Direction::In    ? "in "
                                                : each->direction == Direction::Out ? "out "
                                                                                    : "inout ";
                        return direction + declarator(each->type, each->identifier);
                      }) +
         ")";
}

std::string interface_line(const Interface& node) {
  const char* kind = node.interface_kind == InterfaceKind::Abstract ? "abstract "
                     : node.interface_kind == InterfaceKind::Local  ? "local "
                                                                    : "";
  return kind + ("interface " + node.full_name()) + names_after(" : ", node.bases);
}

std::string value_line(const ValueType& node) {
  std::string line = node.is_abstract ? "abstract valuetype " : node.is_custom ? "custom valuetype " : "valuetype ";
  line += node.full_name();
  line += names_after(node.is_truncatable ? " : truncatable " : " : ", node.bases);
  return line + names_after(" supports ", node.supports);
}

std::string operation_line(const Operation& node) {
  return (node.is_oneway ? "oneway " : "") + declarator(node.result, node.identifier) +
         parameters_text(node.parameters) + names_in_parentheses(" raises (", node.raises) + ";";
}

std::string attribute_line(const Attribute& node) {
  const std::string line =
      (node.is_readonly ? "readonly attribute " : "attribute ") + declarator(node.type, node.identifier);
  const char* const raises = node.is_readonly ? " raises (" : " getraises (";
  return line + names_in_parentheses(raises, node.get_raises) + names_in_parentheses(" setraises (", node.set_raises) +
         ";";
}

std::string branch_line(const UnionBranch& node) {
  std::string line;
  for (const ConstantValue& label : node.labels) line += "case " + value_text(label) + ": ";
  if (node.is_default) line += "default: ";
  return line + declarator(node.type, node.identifier) + ";";
}

std::string member_line(const Member& node) {
  const bool is_of_value = node.enclosing != nullptr && node.enclosing->kind == DeclarationKind::ValueType;
  const char* visibility = !is_of_value ? "" : node.visibility == Visibility::Public ? "public " : "private ";
  return visibility + declarator(node.type, node.identifier) + ";";
}

std::string bitfield_line(const Bitfield& node) {
  const std::string type = node.type == nullptr ? "" : ", " + type_text(node.type);
  return "bitfield<" + std::to_string(node.width) + type + "> " + node.identifier + ";";
}

std::string union_line(const Union& node) {
  const std::string name = "union " + node.full_name();
  return node.discriminator == nullptr ? name : name + " switch (" + type_text(node.discriminator) + ")";
}

std::string annotation_text(const Annotation& annotation) {
  const std::string arguments =
      joined_texts(annotation.arguments, [](const AnnotationArgument& each) { return each.text; });
  return "@" + annotation.name + (arguments.empty() ? "" : "(" + arguments + ")");
}

template <class List>
std::string body_text(const List& list, const char* separator) {
  std::string body;
  std::size_t shown = 0;
  for (const Declaration* each : list) {
    if (shown++ == members_shown_max) return body + "  // " + std::to_string(list.size()) + " in all\n";
    body += "  ";
    for (const Annotation& annotation : each->annotations) body += annotation_text(annotation) + " ";
    body += declaration_line(*each) + separator + "\n";
  }
  return body;
}

std::string body_of(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Struct:
      return body_text(as<Struct>(declaration).members, "");
    case DeclarationKind::Union:
      return body_text(as<Union>(declaration).branches, "");
    case DeclarationKind::Exception:
      return body_text(as<Exception>(declaration).members, "");
    case DeclarationKind::Enum:
      return body_text(as<Enum>(declaration).enumerators, ",");
    case DeclarationKind::Bitmask:
      return body_text(as<Bitmask>(declaration).values, ",");
    case DeclarationKind::Bitset:
      return body_text(as<Bitset>(declaration).fields, "");
    default:
      return {};
  }
}

}  // namespace

std::string type_text(const Type* type) {
  if (type == nullptr) return "?";
  switch (type->kind) {
    case TypeKind::Basic:
      return to_string(as<BasicType>(*type).basic);
    case TypeKind::String:
      return bounded("string", as<StringType>(*type).bound);
    case TypeKind::WString:
      return bounded("wstring", as<StringType>(*type).bound);
    case TypeKind::Sequence: {
      const auto& sequence = as<SequenceType>(*type);
      const std::string bound = sequence.bound == 0 ? "" : ", " + std::to_string(sequence.bound);
      return "sequence<" + type_text(sequence.element) + bound + ">";
    }
    case TypeKind::Array:
      return declarator(type, "");
    case TypeKind::Fixed: {
      const auto& fixed = as<FixedType>(*type);
      if (fixed.digits == 0) return "fixed";
      return "fixed<" + std::to_string(fixed.digits) + ", " + std::to_string(fixed.scale) + ">";
    }
    case TypeKind::Map: {
      const auto& map = as<MapType>(*type);
      const std::string bound = map.bound == 0 ? "" : ", " + std::to_string(map.bound);
      return "map<" + type_text(map.key) + ", " + type_text(map.value) + bound + ">";
    }
    case TypeKind::Named: {
      const Declaration* declaration = as<NamedType>(*type).declaration;
      return declaration == nullptr ? "?" : declaration->full_name();
    }
  }
  return "?";
}

std::string declaration_line(const Declaration& declaration) {
  const std::string name = declaration.full_name();
  switch (declaration.kind) {
    case DeclarationKind::ForwardDeclaration: {
      const Declaration* target = as<ForwardDeclaration>(declaration).target;
      return target == nullptr ? name : declaration_line(*target);
    }
    case DeclarationKind::Interface:
      return interface_line(as<Interface>(declaration));
    case DeclarationKind::ValueType:
      return value_line(as<ValueType>(declaration));
    case DeclarationKind::ValueBox:
      return "valuetype " + name + " " + type_text(as<ValueBox>(declaration).boxed) + ";";
    case DeclarationKind::Struct: {
      const Struct* base = as<Struct>(declaration).base;
      return "struct " + name + (base == nullptr ? "" : " : " + base->full_name());
    }
    case DeclarationKind::Union:
      return union_line(as<Union>(declaration));
    case DeclarationKind::Enumerator:
    case DeclarationKind::BitValue:
      return declaration.identifier;
    case DeclarationKind::Typedef:
      return "typedef " + declarator(as<Typedef>(declaration).type, name) + ";";
    case DeclarationKind::Constant:
      return "const " + declarator(as<Constant>(declaration).type, name) + " = " +
             value_text(as<Constant>(declaration).value) + ";";
    case DeclarationKind::Operation:
      return operation_line(as<Operation>(declaration));
    case DeclarationKind::Attribute:
      return attribute_line(as<Attribute>(declaration));
    case DeclarationKind::Parameter: {
      const std::string all = parameters_text({const_cast<Parameter*>(&as<Parameter>(declaration))});
      return all.substr(1, all.size() - 2);
    }
    case DeclarationKind::Member:
      return member_line(as<Member>(declaration));
    case DeclarationKind::UnionBranch:
      return branch_line(as<UnionBranch>(declaration));
    case DeclarationKind::Initializer:
      return "factory " + declaration.identifier + parameters_text(as<Initializer>(declaration).parameters) +
             names_in_parentheses(" raises (", as<Initializer>(declaration).raises) + ";";
    case DeclarationKind::Native:
      return "native " + name + ";";
    case DeclarationKind::Bitfield:
      return bitfield_line(as<Bitfield>(declaration));
    case DeclarationKind::AnnotationDeclaration:
      return "@annotation " + name;
    default:
      return to_string(declaration.kind) + (" " + name);
  }
}

std::string declaration_text(const Declaration& declaration) {
  std::string text;
  for (const Annotation& annotation : declaration.annotations) text += annotation_text(annotation) + "\n";
  text += declaration_line(declaration);
  if (declaration.kind == DeclarationKind::Enumerator) {
    const Enum* enumeration = as<Enumerator>(declaration).enumeration;
    if (enumeration != nullptr) text += "  // of enum " + enumeration->full_name();
  }
  const std::string body = body_of(declaration);
  return body.empty() ? text : text + " {\n" + body + "};";
}

namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Returns the line without comment markers: "//", "///", "/**", "*", "*/".
std::string_view without_marks(std::string_view line) {
  line = without_blanks(line);
  if (line.ends_with("*/")) line.remove_suffix(2);
  if (line.starts_with("/*")) line.remove_prefix(2);
  while (!line.empty() && (line.front() == '/' || line.front() == '*' || line.front() == '!' || line.front() == '<')) {
    line.remove_prefix(1);
  }
  return without_blanks(line);
}

std::string comment_above(const SourceFiles& files, const SourceLocation& place) {
  constexpr std::uint32_t lines_max = 100;
  std::vector<std::string_view> lines;
  bool in_block = false;
  for (std::uint32_t number = place.line - 1; number > 0 && lines.size() < lines_max; --number) {
    const std::string_view line = without_blanks(files.line(place.file, number));
    if (lines.empty() && line.starts_with('@')) continue;  // annotations may be between comment and declaration
    if (!in_block && line.ends_with("*/") && line.find("/*") != std::string_view::npos && !line.starts_with("/*"))
      break;
    if (!in_block && line.ends_with("*/")) in_block = true;
    if (!in_block && !line.starts_with("//")) break;
    lines.push_back(without_marks(line));
    if (in_block && line.find("/*") != std::string_view::npos) break;
  }
  if (in_block && lines.size() == lines_max) return {};
  std::string comment;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (comment.empty() && line->empty()) continue;
    (comment += *line) += '\n';
  }
  while (comment.ends_with('\n')) comment.pop_back();
  return comment;
}

}  // namespace

std::string comment_of(const SourceFiles& files, const Declaration& declaration) {
  const SourceLocation& place = declaration.range.begin;
  if (!place.known() || place.file >= files.size()) return {};
  std::string comment = comment_above(files, place);
  if (!comment.empty()) return comment;
  const std::string_view line = files.line(place.file, place.line);
  const std::size_t behind = line.find("//", std::min<std::size_t>(place.column, line.size()));
  return behind == std::string_view::npos ? std::string() : std::string(without_marks(line.substr(behind)));
}

}  // namespace dimma::idl
