#include "idl/emit/definitions/fields.hpp"

#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

namespace {

// Arguments are passed by value, except arrays, which cannot be moved cheaply.
std::string constructor_argument_type(const MemberStorage& storage) {
  return storage.is_array ? "const " + storage.type + "&" : storage.type;
}

std::string initializer(const Field& field) {
  const bool copied = field.storage.passing == Passing::Value || field.storage.is_array;
  const std::string value = copied ? field.parameter : "::std::move(" + field.parameter + ")";
  return field.data + "(" + value + ")";
}

// Adds the accessors of a field, as in the mapping's table of accessors (2).
void add_accessors(std::vector<Function>& functions, const Field& field) {
  const std::string& name = field.accessor;
  const std::string& data = field.data;
  const std::string& type = field.storage.type;
  const std::string copy = "{ " + data + " = _value; }";
  const std::string move = "{ " + data + " = ::std::move(_value); }";
  const std::string get = "{ return " + data + "; }";
  switch (field.storage.passing) {
    case Passing::Value:
      functions.push_back({"", "void", name + "(" + type + " _value)", copy, true});
      functions.push_back({"", type, name + "() const", get});
      break;
    case Passing::Reference:
      functions.push_back({"", "void", name + "(" + type + " _value)", move, true});
      functions.push_back({"", type, name + "() const", get});
      break;
    case Passing::Constructed:
      functions.push_back({"", "void", name + "(const " + type + "& _value)", copy, true});
      functions.push_back({"", "void", name + "(" + type + "&& _value)", move});
      functions.push_back({"", "const " + type + "&", name + "() const", get});
      break;
  }
  functions.push_back({"", type + "&", name + "()", get});
}

}  // namespace

Function members_constructor(const std::string& class_name, const std::vector<Field>& fields, const std::string& base) {
  std::vector<std::string> parameters;
  std::vector<std::string> initializers;
  if (!base.empty()) {
    parameters.push_back(base + " _base");
    initializers.push_back(base + "(::std::move(_base))");
  }
  for (const Field& field : fields) {
    parameters.push_back(constructor_argument_type(field.storage) + " " + field.parameter);
    initializers.push_back(initializer(field));
  }
  // The constructor is not explicit if there are several members, to allow `return {x, y};`.
  return {parameters.size() == 1 ? "explicit" : "", "", class_name + "(" + join(parameters, ", ") + ")",
          "\n    : " + join(initializers, ", ") + " {}"};
}

std::vector<Function> accessors_of(const std::vector<Field>& fields) {
  std::vector<Function> functions;
  for (const Field& field : fields) add_accessors(functions, field);
  return functions;
}

std::vector<std::string> data_names(const Declaration& owner, const std::vector<Member*>& members,
                                    const std::vector<Declaration*>& nested_types) {
  std::set<std::string> taken = {identifier(owner)};
  for (const Declaration* nested : nested_types) taken.insert(identifier(*nested));
  for (const Member* member : members) taken.insert(identifier(*member));
  std::vector<std::string> data;
  for (const Member* member : members) {
    std::string name = member->identifier + "_";
    while (!taken.insert(name).second) name += '_';
    data.push_back(std::move(name));
  }
  return data;
}

std::vector<std::string> accesses_of(const Declaration& owner, const std::vector<Member*>& members,
                                     const std::string& value) {
  const bool is_struct = owner.kind == DeclarationKind::Struct;
  std::vector<std::string> names =
      data_names(owner, members, is_struct ? as<Struct>(owner).nested_types : as<Exception>(owner).nested_types);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (has_public_members(owner)) names[i] = identifier(*members[i]);
    names[i] = value + "." + names[i];
  }
  return names;
}

std::vector<Field> fields_of(const Declaration& owner, const std::vector<Member*>& members,
                             const std::vector<Declaration*>& nested_types, const VariableNames& names) {
  std::vector<std::string> data = data_names(owner, members, nested_types);
  std::set<std::string> taken_parameters(data.begin(), data.end());
  std::vector<Field> fields;
  for (std::size_t i = 0; i < members.size(); ++i) {
    Field field;
    field.storage = storage_of(*members[i]);
    field.accessor = identifier(*members[i]);
    field.data = std::move(data[i]);
    fields.push_back(std::move(field));
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    fields[i].parameter = names.unique(members[i]->identifier, taken_parameters);
  }
  return fields;
}

std::vector<Function> functions_of(const Declaration& owner, const std::vector<Field>& fields,
                                   const std::string& base) {
  std::vector<Function> functions;
  if (!fields.empty() || !base.empty()) functions.push_back(members_constructor(identifier(owner), fields, base));
  for (Function& accessor : accessors_of(fields)) functions.push_back(std::move(accessor));
  return functions;
}

void write_data_members(Writer& writer, const std::vector<Field>& fields) {
  const Writer::Indentation inside(writer);
  for (const Field& field : fields) {
    writer.write("$type$ $data$$initial$;",
                 {{"type", field.storage.type}, {"data", field.data}, {"initial", field.storage.initial}});
  }
}

void write_data(Writer& writer, const std::vector<Field>& fields, const std::string& befriended) {
  if (fields.empty()) return;
  writer.blank_line();
  writer.write(" private:");
  if (!befriended.empty()) {
    const Writer::Indentation inside(writer);
    writer.write("friend struct ::dimma::cdr::codec<$type$>;\nfriend struct ::dimma::printer<$type$>;",
                 {{"type", befriended}});
  }
  write_data_members(writer, fields);
}

}  // namespace dimma::idl::cxx
