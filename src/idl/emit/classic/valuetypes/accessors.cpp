#include "idl/emit/classic/valuetypes/accessors.hpp"

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/types/argument_types.hpp"
#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/transfer.hpp"
#include "idl/emit/classic/types/type_classes.hpp"

namespace dimma::idl::classic {

namespace {

bool is_array(TypeClass kind) { return kind == TypeClass::FixedArray || kind == TypeClass::VariableArray; }

// The member that a function reads or changes.
struct Subject {
  const Type& type;
  std::string identifier;
  std::string name;
  std::string constant;  // the value in a function that is const
  std::string changeable;
  bool is_branch = false;  // a union's branch has accessors itself
};

std::string slice_type(const Subject& subject) {
  const bool is_anonymous = subject.type.kind == TypeKind::Array;
  return is_anonymous ? "_" + subject.identifier + "_slice" : spell(subject.type) + "_slice";
}

Accessor getter(const Subject& subject, const std::string& result, const std::string& suffix) {
  return {result, subject.name + "() const", "return " + subject.constant + (subject.is_branch ? "()" : suffix) + ";",
          ""};
}

Accessor changer(const Subject& subject, const std::string& result) {
  return {result, subject.name + "()", "return " + subject.changeable + (subject.is_branch ? "()" : "") + ";", ""};
}

Accessor setter(const Subject& subject, const std::string& parameter, const std::string& body = "") {
  const std::string assign = subject.changeable + " = _value;";
  return {"void", subject.name + "(" + parameter + " _value)",
          subject.is_branch ? subject.changeable + "(_value);"
          : body.empty()    ? assign
                            : body,
          ""};
}

std::vector<Accessor> string_accessors(const Subject& subject, const std::string& character,
                                       const std::string& prefix) {
  const std::string owner = prefix == "W" ? "::dimma::classic::WideString" : "::dimma::classic::String";
  std::vector<Accessor> all = {getter(subject, "const " + character + "*", ".in()"), setter(subject, character + "*"),
                               setter(subject, "const " + character + "*"),
                               setter(subject, "const ::CORBA::" + prefix + "String_var&")};
  for (const char* kind : {"Member&", "Element&"}) {
    Accessor forward = setter(subject, "const " + owner + kind);
    forward.forwards = subject.name + "(_value.in());";
    all.push_back(forward);
  }
  return all;
}

std::vector<Accessor> accessors_for(const Subject& subject) {
  const Type& type = subject.type;
  const TypeClass kind = class_of(type);
  if (kind == TypeClass::Scalar) return {getter(subject, spell(type), ""), setter(subject, spell(type))};
  if (kind == TypeClass::String) return string_accessors(subject, "char", "");
  if (kind == TypeClass::WideString) return string_accessors(subject, "::CORBA::WChar", "W");
  if (kind == TypeClass::Object) {
    return {getter(subject, spell_ptr(type), ".in()"),
            setter(subject, spell_ptr(type), subject.changeable + " = ::dimma::classic::duplicate_reference(_value);")};
  }
  const std::string in = member_in_type(type, subject.identifier);
  if (is_array(kind)) {
    const std::string slice = slice_type(subject);
    return {getter(subject, "const " + slice + "*", ""), changer(subject, slice + "*"),
            setter(subject, in, copy_array(type, subject.changeable, "_value"))};
  }
  return {getter(subject, "const " + spell(type) + "&", ""), changer(subject, spell(type) + "&"), setter(subject, in)};
}

}  // namespace

std::string storage_name(const Member& member) { return "_state_" + member.identifier; }

std::vector<Accessor> accessors_of(const Member& member) {
  const std::string storage = storage_name(member);
  return accessors_for(Subject{*member.type, member.identifier, member_name(member), storage, storage});
}

std::vector<Accessor> accessors_in_box(const Member& member, const std::string& constant,
                                       const std::string& changeable) {
  const std::string name = member_name(member);
  return accessors_for(Subject{*member.type, member.identifier, name, constant + "." + name, changeable + "." + name});
}

std::vector<Accessor> accessors_in_box(const UnionBranch& branch, const std::string& constant,
                                       const std::string& changeable) {
  const std::string name = member_name(branch);
  return accessors_for(
      Subject{*branch.type, branch.identifier, name, constant + "." + name, changeable + "." + name, true});
}

std::string write_by_accessor(const Member& member) { return write_value(*member.type, member_name(member) + "()"); }

std::string read_by_accessor(const Member& member) {
  const Type& type = *member.type;
  const std::string name = member_name(member);
  switch (class_of(type)) {
    case TypeClass::Scalar:
      return "{\n  " + spell(type) + " _read = " + spell(type) + "();\n  " + read_value(type, "_read") + "\n  " + name +
             "(_read);\n}";
    case TypeClass::String:
    case TypeClass::WideString:
    case TypeClass::Object:
      return "{\n  " + spell_var(type) + " _read;\n  " + read_value(type, "_read") + "\n  " + name + "(_read" +
             (class_of(type) == TypeClass::Object ? ".in()" : "._retn()") + ");\n}";
    default:
      return read_value(type, name + "()");
  }
}

std::string forget_by_accessor(const Member& member) {
  const Type& type = *member.type;
  const std::string name = member_name(member);
  if (class_of(type) == TypeClass::Object) return name + "(0);";
  if (!is_array(class_of(type))) return name + "() = " + spell(type) + "();";
  const ArrayShape shape = shape_of(type);
  std::string first = "&" + name + "()";
  for (std::size_t i = 0; i < shape.dimensions.size(); ++i) first += "[0]";
  return "for (::CORBA::ULong _i = 0; _i < " + std::to_string(shape.count()) + "; ++_i) (" + first +
         ")[_i] = " + spell_member(*shape.element) + "();";
}

}  // namespace dimma::idl::classic
