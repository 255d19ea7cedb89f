#include "idl/emit/servants/servant_base.hpp"

#include <algorithm>
#include <vector>

#include "idl/emit/names/names.hpp"
#include "idl/emit/types/interface_queries.hpp"

namespace dimma::idl::cxx {

namespace {

std::string servant_bases(const ServantBase& base) {
  std::vector<std::string> bases;
  for (const Interface* each : base.interface.bases) {
    if (!is_abstract(*each)) bases.push_back("public virtual " + base.name_of(*each));
  }
  return bases.empty() ? std::string("public virtual ") + base.root : join(bases, ", ");
}

std::string private_part(const std::string& functions) {
  Writer part;
  if (!functions.empty()) part.write(" private:\n  $functions$", {{"functions", functions}});
  return part.text();
}

std::string base_tests(const ServantBase& base) {
  std::string tests;
  for (const Interface* each : base.interface.bases) {
    if (!is_abstract(*each)) tests += " || " + base.name_of(*each) + "::_is_a(_id)";
  }
  if (tests.empty()) tests = " || ::PortableServer::Servant::_is_a(_id)";
  for (const Interface* each : abstract_bases(base.interface)) {
    tests += " || _id == " + scoped_name(*each) + "::_interface_tag.repository_id";
  }
  return tests;
}

std::string conversions(const Interface& interface) {
  auto interfaces = with_bases(interface);
  std::reverse(interfaces.begin(), interfaces.end());
  std::string text;
  for (const Interface* each : interfaces) {
    const std::string name = scoped_name(*each);
    text += "if (_interface == &" + name + "::_interface_tag) {\n";
    text += "  return static_cast<" + name + "::_operations_type*>(this);\n}\n";
  }
  return text;
}

// Writes the functions by which a call within the process finds the servant.
void write_way_within_process(Writer& writer, const ServantBase& base) {
  if (base.serves_later) {
    writer.write(R"(
// Calls within the process are requests too, because the reply may come later.
$specifier$const ::dimma::InterfaceTag* $name$::_most_derived_interface() const noexcept {
  return nullptr;
}
)",
                 {{"name", base.name}, {"specifier", base.specifier}});
    return;
  }
  writer.write(R"(
$specifier$void* $name$::_operations(const ::dimma::InterfaceTag* _interface) noexcept {
  $conversions$
  return nullptr;
}

$specifier$const ::dimma::InterfaceTag* $name$::_most_derived_interface() const noexcept {
  return &$stub$::_interface_tag;
}
)",
               {{"name", base.name},
                {"specifier", base.specifier},
                {"stub", scoped_name(base.interface)},
                {"conversions", conversions(base.interface)}});
}

}  // namespace

void write_servant_base_class(Writer& writer, const ServantBase& base, const ServantBaseParts& parts) {
  writer.write(
      R"(
/// Base of the servants of interface $idl$$description$
class $name$ : $bases$ {
 public:
  using _ref_type = ::CORBA::servant_reference<$name$>;

  ::CORBA::object_reference<$stub$> _this();
  bool _is_a(const ::std::string& _id) override;
  ::std::string _repository_id() override;
  bool _dispatch(::dimma::ServerRequest& _request) override;
  $conversion$
  const ::dimma::InterfaceTag* _most_derived_interface() const noexcept override;
  void _find_operation(::dimma::OperationSearch& _search) const override;

  $operations$

 protected:
  $name$() = default;
  ~$name$() override = default;
$private$
};
)",
      {{"idl", base.interface.full_name()},
       {"description", parts.description},
       {"name", base.name},
       {"bases", servant_bases(base) + parts.more_bases},
       {"stub", scoped_name(base.interface)},
       {"conversion",
        base.serves_later ? "" : "void* _operations(const ::dimma::InterfaceTag* _interface) noexcept override;"},
       {"operations", parts.operations},
       {"private", private_part(parts.private_functions)}});
}

void write_servant_base_functions(Writer& writer, const ServantBase& base) {
  writer.write(R"(
$specifier$::CORBA::object_reference<$stub$> $name$::_this() {
  return ::dimma::narrow_unchecked<$stub$>(_this_object());
}

$specifier$bool $name$::_is_a(const ::std::string& _id) {
  return _id == $stub$::_interface_tag.repository_id$base_tests$;
}

$specifier$::std::string $name$::_repository_id() {
  return ::std::string($stub$::_interface_tag.repository_id);
}

)",
               {{"stub", scoped_name(base.interface)},
                {"name", base.name},
                {"specifier", base.specifier},
                {"base_tests", base_tests(base)}});
  write_way_within_process(writer, base);
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
