#include "idl/emit/definitions/unions.hpp"

#include <algorithm>

#include "idl/emit/definitions/functions.hpp"
#include "idl/emit/definitions/nested_definitions.hpp"
#include "idl/emit/definitions/printing.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/labels.hpp"
#include "idl/emit/types/member_storage.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

namespace {

// The setters and getters of one branch.
class BranchFunctions {
 public:
  BranchFunctions(const Union& subject, std::size_t index)
      : branch_(*subject.branches[index]),
        name_(identifier(branch_)),
        storage_(storage_of(branch_)),
        type_(storage_.type),
        discriminator_(spell(*subject.discriminator)),
        number_(std::to_string(index + 1)),
        label_(first_label(subject, branch_)),
        has_choice_(branch_.is_default || branch_.labels.size() > 1) {}

  void add_to(std::vector<Function>& functions) const {
    const bool constructed = storage_.passing == Passing::Constructed;
    const bool moved = storage_.passing == Passing::Reference;
    if (constructed) {
      functions.push_back(setter("const " + type_ + "& _value", "_value", true));
      functions.push_back(setter(type_ + "&& _value", "::std::move(_value)", false));
    } else {
      functions.push_back(setter(type_ + " _value", moved ? "::std::move(_value)" : "_value", true));
    }
    const std::string get = "{ return _held.get<" + number_ + ">(); }";
    functions.push_back({"", constructed ? "const " + type_ + "&" : type_, name_ + "() const", get});
    functions.push_back({"", type_ + "&", name_ + "()", get});
  }

 private:
  Function setter(const std::string& parameter, const std::string& value, bool begins_group) const {
    const std::string set = "_held.set<" + number_ + ">(" + value + ");\n";
    if (!has_choice_) {
      return {"", "void", name_ + "(" + parameter + ")", "{\n  " + set + "  _discriminator = " + label_ + ";\n}",
              begins_group};
    }
    const std::string head = name_ + "(" + parameter + ", " + discriminator_ + " _label";
    return {"",
            "void",
            head + " = " + label_ + ")",
            "{\n  if (_branch_of(_label) != " + number_ + ") ::dimma::refuse_union_discriminator();\n  " + set +
                "  _discriminator = _label;\n}",
            begins_group,
            head + ")"};
  }

  const UnionBranch& branch_;
  std::string name_;
  MemberStorage storage_;
  std::string type_;
  std::string discriminator_;
  std::string number_;
  std::string label_;
  bool has_choice_;
};

std::vector<Function> all_functions(const Union& subject, const Context& context) {
  const std::string name = identifier(subject);
  const std::string discriminator = spell(*subject.discriminator);
  const InitialState beginning = initial_state(subject);
  std::vector<Function> functions;
  functions.push_back({"", "void", "_d(" + discriminator + " _label)",
                       "{\n  if (!_held.holds(_branch_of(_label))) ::dimma::refuse_union_discriminator();\n"
                       "  _discriminator = _label;\n}",
                       true});
  functions.push_back({"", discriminator, "_d() const", "{ return _discriminator; }"});
  if (has_labels_of_none(subject)) {
    functions.push_back(
        {"", "void", "_default()", "{\n  _held.clear();\n  _discriminator = " + beginning.label + ";\n}"});
  }
  for (std::size_t i = 0; i < subject.branches.size(); ++i) BranchFunctions(subject, i).add_to(functions);
  functions.push_back({"", "void", "swap(" + name + "& _other)",
                       "{\n  ::std::swap(_discriminator, _other._discriminator);\n  _held.swap(_other._held);\n}",
                       true});
  const bool comparable = std::all_of(subject.branches.begin(), subject.branches.end(),
                                      [](const UnionBranch* each) { return is_comparable_member(*each); });
  if (context.options.write_comparison && comparable) {
    const std::string scoped = scoped_name(subject);
    functions.push_back({"friend", "bool", "operator==(const " + scoped + "& _left, const " + scoped + "& _right)",
                         "{\n  return _left._discriminator == _right._discriminator && "
                         "_left._held == _right._held;\n}",
                         true});
  }
  return functions;
}

std::string initial_branch(const Union& subject, std::size_t branch) {
  if (branch == 0) return {};
  const MemberStorage storage = storage_of(*subject.branches[branch - 1]);
  const bool has_value = !storage.initial.empty() && storage.initial != "{}";
  const std::string value = has_value ? ", " + storage.type + storage.initial : "";
  return "{::std::in_place_index<" + std::to_string(branch) + ">" + value + "}";
}

void write_data(Writer& writer, const Union& subject) {
  const InitialState beginning = initial_state(subject);
  std::vector<std::string> types;
  for (const UnionBranch* branch : subject.branches) types.push_back(storage_of(*branch).type);
  writer.blank_line();
  writer.write(R"(
 private:
  friend struct ::dimma::cdr::codec<$type$>;
  [[no_unique_address]] ::dimma::union_value<$types$> _held$initial$;
  $discriminator$ _discriminator = $label$;
)",
               {{"type", scoped_name(subject)},
                {"discriminator", spell(*subject.discriminator)},
                {"label", beginning.label},
                {"types", join(types, ", ")},
                {"initial", initial_branch(subject, beginning.branch)}});
}

}  // namespace

void write_union(Writer& writer, const Union& subject, const Context& context) {
  const std::string name = identifier(subject);
  writer.blank_line();
  writer.write("/// union $idl$", {{"idl", subject.full_name()}});
  writer.write("class $name$ {", {{"name", name}});
  writer.write(" public:");
  {
    const Writer::Indentation inside(writer);
    write_nested_definitions(writer, subject.nested_types, context);
    writer.write("$name$() = default;", {{"name", name}});
    write_in_class(writer, all_functions(subject, context), !context.unfinished.contains(&subject));
    write_insertion_operator(writer, subject);
    if (!is_in_namespace(subject)) {
      writer.write("friend void swap($name$& _left, $name$& _right) { _left.swap(_right); }", {{"name", name}});
    }
    writer.blank_line();
    const std::string cases = branch_of_label(subject);
    writer.write(R"(
/// The number of the branch that a label selects, from 1; 0 for none. For generated code.
static constexpr ::std::size_t _branch_of($discriminator$$label$) noexcept {
  $cases$
}
)",
                 {{"discriminator", spell(*subject.discriminator)},
                  {"label", cases.find("_label") == std::string::npos ? "" : " _label"},
                  {"cases", cases}});
  }
  write_data(writer, subject);
  writer.write("};");
  if (is_in_namespace(subject)) {
    writer.write("inline void swap($name$& _left, $name$& _right) { _left.swap(_right); }", {{"name", name}});
  }
  writer.blank_line();
}

void write_union_functions(Writer& writer, const Union& subject, const Context& context) {
  write_behind_class(writer, subject, all_functions(subject, context));
}

}  // namespace dimma::idl::cxx
