// Checks the arguments of applied annotations against their declarations: the standard annotations (IDL 4.2, 8.3, and
// those of DDS-XTypes 1.3 for IDL), and those that the IDL itself declares. Unknown annotations are kept.
#include <algorithm>
#include <array>
#include <string_view>

#include "idl/parse/front.hpp"
#include "idl/parse/parser.hpp"

namespace dimma::idl {
namespace {

enum class Wanted { Anything, Constant, Boolean, UnsignedLong, String, Word };

struct StandardParameter {
  std::string_view name;
  Wanted wanted = Wanted::Anything;
  bool is_required = false;
  std::string_view words = {};  // accepted words, separated by blanks
};

struct StandardAnnotation {
  std::string_view name;
  std::array<StandardParameter, 3> parameters = {};  // unused entries have no name
};

constexpr StandardAnnotation flag(std::string_view name) { return {name, {{{"value", Wanted::Boolean}}}}; }

// The values of @default, @value, @position and @bit_bound are checked where they are used.
constexpr std::array standard_annotations = {
    flag("ami"),
    StandardAnnotation{"appendable"},
    StandardAnnotation{"autoid", {{{"value", Wanted::Word, false, " SEQUENTIAL HASH "}}}},
    StandardAnnotation{"bit_bound", {{{"value"}}}},
    StandardAnnotation{"default", {{{"value"}}}},
    StandardAnnotation{"default_literal"},
    flag("default_nested"),
    StandardAnnotation{"extensibility", {{{"value", Wanted::Word, true, " FINAL APPENDABLE MUTABLE "}}}},
    flag("external"),
    StandardAnnotation{"final"},
    StandardAnnotation{"hashid", {{{"value", Wanted::String}}}},
    StandardAnnotation{"id", {{{"value", Wanted::UnsignedLong, true}}}},
    flag("ignore_literal_names"),
    flag("key"),
    flag("loaned"),
    StandardAnnotation{"max", {{{"value", Wanted::Constant, true}}}},
    StandardAnnotation{"min", {{{"value", Wanted::Constant, true}}}},
    flag("must_understand"),
    StandardAnnotation{"mutable"},
    flag("nested"),
    flag("non_serialized"),
    flag("oneway"),
    flag("optional"),
    StandardAnnotation{"position", {{{"value"}}}},
    StandardAnnotation{"range", {{{"min", Wanted::Constant, true}, {"max", Wanted::Constant, true}}}},
    StandardAnnotation{"service", {{{"platform", Wanted::String}}}},
    StandardAnnotation{"topic", {{{"name", Wanted::String}, {"platform", Wanted::String}}}},
    StandardAnnotation{"try_construct", {{{"value", Wanted::Word, false, " DISCARD USE_DEFAULT TRIM "}}}},
    StandardAnnotation{"unit", {{{"value", Wanted::String, true}}}},
    StandardAnnotation{"value", {{{"value"}}}},
    StandardAnnotation{
        "verbatim",
        {{{"language", Wanted::String},
          {"placement", Wanted::Word, false,
           " BEGIN_FILE BEFORE_DECLARATION BEGIN_DECLARATION END_DECLARATION AFTER_DECLARATION END_FILE "},
          {"text", Wanted::String, true}}}}};

constexpr std::array<std::string_view, 2> of_dimma = {"flow", "cpp_mapping"};

const StandardAnnotation* standard_annotation(std::string_view name) {
  const auto found = std::find_if(standard_annotations.begin(), standard_annotations.end(),
                                  [&](const StandardAnnotation& each) { return each.name == name; });
  return found == standard_annotations.end() ? nullptr : &*found;
}

// The declarations to which the standard annotations apply, as far as 8.3 specifies this. @default, @optional and
// @external, which change the generated C++, are checked where they are used.
constexpr unsigned is_one(DeclarationKind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr unsigned members = is_one(DeclarationKind::Member) | is_one(DeclarationKind::UnionBranch);
constexpr unsigned sized = is_one(DeclarationKind::Enum) | is_one(DeclarationKind::Bitmask);
constexpr unsigned types = sized | is_one(DeclarationKind::Struct) | is_one(DeclarationKind::Union) |
                           is_one(DeclarationKind::Exception) | is_one(DeclarationKind::Bitset) |
                           is_one(DeclarationKind::ValueType) | is_one(DeclarationKind::ValueBox) |
                           is_one(DeclarationKind::Interface) | is_one(DeclarationKind::Typedef);
constexpr unsigned values = members | is_one(DeclarationKind::Typedef) | is_one(DeclarationKind::Attribute) |
                            is_one(DeclarationKind::Parameter) | is_one(DeclarationKind::Constant) |
                            is_one(DeclarationKind::Operation);

struct Targets {
  std::string_view annotation;
  unsigned kinds;
  const char* words;
};
constexpr std::array standard_targets = {
    Targets{"appendable", types, "types"},
    Targets{"bit_bound", sized, "enums and bitmasks"},
    Targets{"default_literal", is_one(DeclarationKind::Enumerator), "enumerators"},
    Targets{"extensibility", types, "types"},
    Targets{"final", types, "types"},
    Targets{"key", members, "members"},
    Targets{"loaned", is_one(DeclarationKind::Typedef), "typedefs of sequences"},
    Targets{"max", values, "members and other values"},
    Targets{"min", values, "members and other values"},
    Targets{"must_understand", members, "members"},
    Targets{"mutable", types, "types"},
    Targets{"nested", types, "types"},
    Targets{"non_serialized", members, "members"},
    Targets{"oneway", is_one(DeclarationKind::Operation), "operations"},
    Targets{"position", is_one(DeclarationKind::BitValue), "the flags of a bitmask"},
    Targets{"range", values, "members and other values"},
    Targets{"service", is_one(DeclarationKind::Interface), "interfaces"},
    Targets{"topic", types, "types"},
    Targets{"unit", values, "members and other values"},
    Targets{"value", is_one(DeclarationKind::Enumerator), "enumerators"},
};

const Type* type_of(Wanted wanted) {
  static const BasicType boolean(BasicKind::Boolean);
  static const BasicType unsigned_long(BasicKind::ULong);
  static const StringType string(false);
  switch (wanted) {
    case Wanted::Boolean:
      return &boolean;
    case Wanted::UnsignedLong:
      return &unsigned_long;
    case Wanted::String:
      return &string;
    default:
      return nullptr;
  }
}

// Returns the last part of a name as written: an annotation's own enumerators may be qualified with their scope.
std::string last_word(const std::string& written) {
  return written.substr(written.find_last_of(": \t\n") + 1);  // all of it if there is no separator
}

std::string listed(std::string_view words) {
  std::string text;
  std::size_t at = words.find_first_not_of(' ');
  while (at != std::string_view::npos) {
    const std::size_t end = words.find(' ', at);
    const std::size_t next = words.find_first_not_of(' ', end);
    if (!text.empty()) text += next == std::string_view::npos ? " or " : ", ";
    text += words.substr(at, end - at);
    at = next;
  }
  return text;
}

std::string no_constant(const std::string& text) {
  const char* const reserved = keyword_ignoring_case(text);
  return "'" + text + "' is not a constant" +
         (reserved == nullptr ? "" : "; did you mean '" + std::string(reserved) + "'?");
}

// Returns the error in the argument; empty if it is valid.
std::string problem_of(const AnnotationArgument& argument, const StandardParameter& parameter) {
  if (parameter.wanted == Wanted::Anything) return {};
  if (parameter.wanted == Wanted::Word) {
    const std::string word = " " + last_word(argument.text) + " ";
    return parameter.words.find(word) != std::string_view::npos ? std::string() : "needs " + listed(parameter.words);
  }
  if (argument.value.index() == 0) return no_constant(argument.text);
  const Type* const type = type_of(parameter.wanted);
  return type == nullptr ? std::string() : convert(as_value(argument.value), *type).problem;
}

std::string problem_of(const AnnotationArgument& argument, const AnnotationDeclaration::Parameter& parameter) {
  const Declaration* const named = parameter.type == nullptr ? nullptr : named_declaration(*parameter.type);
  if (named != nullptr && named->kind == DeclarationKind::Enum) {
    const auto& enumerators = as<Enum>(*named).enumerators;
    const bool is_one = std::any_of(enumerators.begin(), enumerators.end(), [&](const Enumerator* each) {
      return each->identifier == last_word(argument.text);
    });
    return is_one ? std::string() : "needs an enumerator of '" + named->identifier + "'";
  }
  if (argument.value.index() == 0) return no_constant(argument.text);
  if (parameter.type == nullptr) return {};
  Value value = as_value(argument.value);
  const auto* const whole = std::get_if<Integer>(&value);
  if (whole != nullptr && is_floating(*parameter.type)) value = static_cast<long double>(*whole);
  return convert(value, *parameter.type).problem;
}

bool is_named(const StandardParameter& parameter) { return !parameter.name.empty(); }
bool is_named(const AnnotationDeclaration::Parameter&) { return true; }
bool is_required(const StandardParameter& parameter) { return parameter.is_required; }
bool is_required(const AnnotationDeclaration::Parameter& parameter) { return !parameter.has_default; }

}  // namespace

std::vector<std::string_view> known_annotations() {
  std::vector<std::string_view> names(of_dimma.begin(), of_dimma.end());
  for (const StandardAnnotation& each : standard_annotations) names.push_back(each.name);
  return names;
}

template <class Parameters>
void Parser::check_annotation_arguments(const Annotation& annotation, const Parameters& parameters) {
  const std::string called = "@" + annotation.name;
  const auto count =
      std::count_if(parameters.begin(), parameters.end(), [](const auto& each) { return is_named(each); });
  std::vector<std::string> given;
  for (const AnnotationArgument& argument : annotation.arguments) {
    if (count == 0) {
      error(argument.range, called + " has no parameters");
      return;
    }
    if (argument.name.empty() && count > 1) {
      if (annotation.arguments.size() == 1)
        error(argument.range, called + " has several parameters; name the one meant");
      return;
    }
    const auto parameter = std::find_if(parameters.begin(), parameters.end(), [&](const auto& each) {
      return argument.name.empty() ? is_named(each) : each.name == argument.name;
    });
    if (parameter == parameters.end()) {
      error(argument.range, called + " has no parameter '" + argument.name + "'");
      continue;
    }
    const std::string name(parameter->name);
    if (std::find(given.begin(), given.end(), name) != given.end()) {
      error(argument.range, called + " is given '" + name + "' twice");
      continue;
    }
    given.push_back(name);
    const std::string problem = problem_of(argument, *parameter);
    if (!problem.empty()) error(argument.range, called + ": " + problem);
  }
  for (const auto& parameter : parameters) {
    const std::string name(parameter.name);
    if (!is_required(parameter) || std::find(given.begin(), given.end(), name) != given.end()) continue;
    error(annotation.range, called + " needs " + (count == 1 ? "a value" : "'" + name + "'"));
  }
}

// Returns the innermost visible declaration of the annotation; nullptr if there is none.
const AnnotationDeclaration* Parser::declared_annotation(const std::string& name) const {
  for (auto at = contexts_.rbegin(); at != contexts_.rend(); ++at) {
    const std::string scope = at->node == nullptr ? std::string() : at->node->full_name() + "::";
    const auto found = declared_annotations_.find(scope + name);
    if (found != declared_annotations_.end()) return found->second;
  }
  const auto found = declared_annotations_.find(name);
  return found == declared_annotations_.end() ? nullptr : found->second;
}

void Parser::check_annotation(const Annotation& annotation) {
  if (const AnnotationDeclaration* declared = declared_annotation(annotation.name)) {
    check_annotation_arguments(annotation, declared->parameters);
  } else if (const StandardAnnotation* standard = standard_annotation(annotation.name)) {
    check_annotation_arguments(annotation, standard->parameters);
  } else {
    warn_unknown_annotation(annotation);
  }
}

// Unknown annotations of other vendors are common. An unknown name similar to a known one is probably mistyped.
void Parser::warn_unknown_annotation(const Annotation& annotation) {
  if (std::find(of_dimma.begin(), of_dimma.end(), annotation.name) != of_dimma.end()) return;
  std::size_t best = tolerated_edits(annotation.name) + 1;
  std::string nearest;
  const auto consider = [&](std::string_view name) {
    const std::size_t distance = edit_distance(annotation.name, name, 2);
    if (distance >= best) return;
    best = distance;
    nearest = name;
  };
  for (const StandardAnnotation& each : standard_annotations) consider(each.name);
  for (const std::string_view each : of_dimma) consider(each);
  for (const auto& [name, declared] : declared_annotations_) consider(name);
  if (nearest.empty()) return;
  diagnostics_.warning(annotation.range,
                       "@" + annotation.name + " is unknown and is ignored; did you mean '@" + nearest + "'?");
}

void Parser::check_annotation_target(const Annotation& annotation, const Declaration& node) {
  if (node.kind == DeclarationKind::ForwardDeclaration || declared_annotation(annotation.name) != nullptr) return;
  const auto found = std::find_if(standard_targets.begin(), standard_targets.end(),
                                  [&](const Targets& each) { return each.annotation == annotation.name; });
  if (found == standard_targets.end() || (found->kinds & is_one(node.kind)) != 0) return;
  error(annotation.range, "@" + annotation.name + " is for " + found->words + ", not for " + with_article(node.kind));
}

void Parser::check_applied_together(const std::vector<Annotation>& annotations) {
  for (std::size_t at = 1; at < annotations.size(); ++at) {
    const Annotation& each = annotations[at];
    if (standard_annotation(each.name) == nullptr || each.name == "verbatim" || each.name == "service") continue;
    const bool is_second = std::any_of(annotations.begin(), annotations.begin() + static_cast<std::ptrdiff_t>(at),
                                       [&](const Annotation& earlier) { return earlier.name == each.name; });
    if (is_second) error(each.range, "@" + each.name + " is applied twice");
  }
  const Annotation* earlier = nullptr;
  for (const Annotation& each : annotations) {
    if (each.name != "final" && each.name != "appendable" && each.name != "mutable") continue;
    if (earlier != nullptr && earlier->name != each.name) {
      error(each.range, "@" + each.name + " contradicts @" + earlier->name);
    }
    earlier = &each;
  }
}

}  // namespace dimma::idl
