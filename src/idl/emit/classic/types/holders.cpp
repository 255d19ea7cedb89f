#include "idl/emit/classic/types/holders.hpp"

#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/classic/types/transfer.hpp"
#include "idl/emit/classic/types/type_classes.hpp"

namespace dimma::idl::classic {

namespace {

bool is_sent(Role role) { return role == Role::In || role == Role::InOut; }
bool is_returned(Role role) { return role != Role::In; }

// A number, or an enumeration, which has no enumerator that is always right.
std::string declare_scalar(const Type& type, const std::string& name) {
  return spell(type) + " " + name + " = " + spell(type) + "();";
}

std::string declare(const std::string& type, const std::string& name) { return type + " " + name + ";"; }

std::string declare_new(const Type& type, const std::string& name) {
  return spell_var(type) + " " + name + "(new " + spell(type) + ");";
}

std::string declare_allocated(const Type& type, const std::string& name) {
  return spell_var(type) + " " + name + "(" + spell(type) + "_alloc());";
}

// Returns what gives a `_var` to the caller: as the result, or as the argument.
std::string give(Role role, const std::string& argument, const std::string& variable) {
  return (role == Role::Result ? "return " : argument + " = ") + variable + "._retn();";
}

// Like give(), but for an inout argument whose value the caller has allocated.
std::string replace(const std::string& release, const std::string& argument, const std::string& variable) {
  return release + "(" + argument + ");\n" + argument + " = " + variable + "._retn();";
}

// Adds the texts for a value that is read where the caller sees it at once, but for a result.
void read_in_place(Holder& holder, const Type& type, Role role, const std::string& argument,
                   const std::string& variable, const std::string& declaration) {
  if (role != Role::Result) {
    holder.read = read_value(type, argument);
    return;
  }
  holder.declaration = declaration;
  holder.read = read_value(type, variable);
  holder.finish = "return " + variable + ";";
}

// Adds the texts for a string or reference: `release` frees the value of an inout argument.
void read_owned(Holder& holder, const Type& type, Role role, const std::string& argument, const std::string& variable,
                const std::string& release) {
  holder.declaration = declare(spell_var(type), variable);
  holder.read = read_value(type, variable);
  holder.finish = role == Role::InOut ? replace(release, argument, variable) : give(role, argument, variable);
}

// Adds the texts for a struct or union of variable length, or a sequence.
void read_constructed(Holder& holder, const Type& type, Role role, const std::string& argument,
                      const std::string& variable) {
  if (role == Role::InOut) {
    holder.declaration = declare(spell(type), variable);
    holder.read = read_value(type, variable);
    holder.finish = argument + " = ::std::move(" + variable + ");";
    return;
  }
  holder.declaration = declare_new(type, variable);
  holder.read = read_value(type, variable + ".inout()");
  holder.finish = give(role, argument, variable);
}

void read_variable_array(Holder& holder, const Type& type, Role role, const std::string& argument,
                         const std::string& variable) {
  holder.declaration = declare_allocated(type, variable);
  holder.read = read_value(type, variable + ".inout()");
  holder.finish = role == Role::InOut ? spell(type) + "_copy(" + argument + ", " + variable + ".in());"
                                      : give(role, argument, variable);
}

void read_fixed_array(Holder& holder, const Type& type, Role role, const std::string& argument,
                      const std::string& variable) {
  if (role != Role::Result) {
    holder.read = read_value(type, argument);
    return;
  }
  holder.declaration = declare_allocated(type, variable);
  holder.read = read_value(type, variable + ".inout()");
  holder.finish = give(role, argument, variable);
}

// Returns the texts for a skeleton's `_var`.
Holder owned(const Type& type, Role role, const std::string& variable) {
  Holder holder;
  holder.declaration = declare(spell_var(type), variable);
  if (is_sent(role)) holder.read = read_value(type, variable);
  if (is_returned(role)) holder.write = write_value(type, variable + ".in()");
  holder.argument = variable + (role == Role::In ? ".in()" : role == Role::InOut ? ".inout()" : ".out()");
  return holder;
}

// Returns the texts for a skeleton's variable that is the value itself.
Holder plain(const Type& type, Role role, const std::string& variable, const std::string& declaration) {
  Holder holder;
  holder.declaration = declaration;
  if (is_sent(role)) holder.read = read_value(type, variable);
  if (is_returned(role)) holder.write = write_value(type, variable);
  holder.argument = variable;
  return holder;
}

}  // namespace

Role role_of(Direction direction) {
  switch (direction) {
    case Direction::In:
      return Role::In;
    case Direction::Out:
      return Role::Out;
    case Direction::InOut:
      return Role::InOut;
  }
  return Role::In;
}

Holder stub_holder(const Type& type, Role role, const std::string& argument, const std::string& variable) {
  Holder holder;
  if (is_sent(role)) holder.write = write_value(type, argument);
  if (!is_returned(role)) return holder;
  switch (class_of(type)) {
    case TypeClass::Scalar:
      read_in_place(holder, type, role, argument, variable, declare_scalar(type, variable));
      break;
    case TypeClass::FixedStruct:
      read_in_place(holder, type, role, argument, variable, declare(spell(type), variable));
      break;
    case TypeClass::String:
      read_owned(holder, type, role, argument, variable, "::CORBA::string_free");
      break;
    case TypeClass::WideString:
      read_owned(holder, type, role, argument, variable, "::CORBA::wstring_free");
      break;
    case TypeClass::Object:
      read_owned(holder, type, role, argument, variable, "::dimma::classic::release_reference");
      break;
    case TypeClass::VariableStruct:
    case TypeClass::Sequence:
      read_constructed(holder, type, role, argument, variable);
      break;
    case TypeClass::FixedArray:
      read_fixed_array(holder, type, role, argument, variable);
      break;
    case TypeClass::VariableArray:
      read_variable_array(holder, type, role, argument, variable);
      break;
  }
  return holder;
}

Holder skeleton_holder(const Type& type, Role role, const std::string& variable) {
  const bool is_made_by_servant = role == Role::Out || role == Role::Result;
  switch (class_of(type)) {
    case TypeClass::Scalar:
      return plain(type, role, variable, declare_scalar(type, variable));
    case TypeClass::String:
    case TypeClass::WideString:
    case TypeClass::Object:
      return owned(type, role, variable);
    case TypeClass::VariableStruct:
    case TypeClass::Sequence:
    case TypeClass::VariableArray:
      if (is_made_by_servant) return owned(type, role, variable);
      break;
    case TypeClass::FixedArray:
      if (role == Role::Result) return owned(type, role, variable);
      break;
    default:
      break;
  }
  return plain(type, role, variable, declare(spell(type), variable));
}

}  // namespace dimma::idl::classic
