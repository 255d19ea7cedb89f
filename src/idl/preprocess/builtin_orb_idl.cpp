#include "idl/preprocess/builtin_idl.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace dimma::idl {
namespace {

// Other ORBs' names of files that declare the contents of orb.idl.
constexpr std::array names = {"orb.idl",       "corba.idl",   "CORBA.idl",           "corbaidl.idl", "orb_types.pidl",
                              "TypeCode.pidl", "Policy.pidl", "Policy_Forward.pidl", "Current.pidl", "Domain.pidl"};

// Other ORBs' names of the parts of orb.idl that have generated files of their own.
struct Part {
  std::string_view foreign;
  std::string_view own;
};
constexpr std::array parts = {Part{"ir.idl", "ir.idl"},
                              Part{"IFR_Base.pidl", "ir.idl"},
                              Part{"IFR_Basic.pidl", "ir.idl"},
                              Part{"IFR_Extended.pidl", "ir.idl"},
                              Part{"boxes.idl", "boxes.idl"},
                              Part{"StringValue.pidl", "boxes.idl"},
                              Part{"services.idl", "services.idl"},
                              Part{"Services.pidl", "services.idl"}};

// TAO has a file for each sequence: AnySeq.pidl, ULongLongSeq.pidl and so on.
constexpr std::string_view end_of_sequence_file = "Seq.pidl";

std::string_view without_directory(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

// Returns true if the text contains "module CORBA", with any blanks in between.
bool opens_module_corba(std::string_view text) {
  constexpr std::string_view module = "module";
  constexpr std::string_view corba = "CORBA";
  constexpr std::string_view blanks = " \t\r\n";
  for (std::size_t at = text.find(module); at != std::string_view::npos; at = text.find(module, at + 1)) {
    const std::size_t name = text.find_first_not_of(blanks, at + module.size());
    if (name == std::string_view::npos || text.substr(name, corba.size()) != corba) continue;
    const char next = name + corba.size() < text.size() ? text[name + corba.size()] : ' ';
    if (next == '{' || next == '/' || blanks.find(next) != std::string_view::npos) return true;
  }
  return false;
}

bool is_orb_idl(std::string_view path) {
  const std::string_view name = without_directory(path);
  if (std::find(names.begin(), names.end(), name) != names.end()) return true;
  if (!name.ends_with(end_of_sequence_file)) return false;
  const std::string sequence(name.substr(0, name.size() - std::string_view(".pidl").size()));
  return std::string_view(builtin_orb_idl()).find(" " + sequence + ";") != std::string_view::npos;
}

std::string_view part_of_orb_idl(std::string_view path) {
  const std::string_view name = without_directory(path);
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const Part& each) { return each.foreign == name; });
  return found == parts.end() ? std::string_view() : found->own;
}

const char* builtin_part(std::string_view own_name) {
  if (own_name == "ir.idl") return builtin_ir_idl();
  return own_name == "boxes.idl" ? builtin_boxes_idl() : builtin_services_idl();
}

const char* instead_of(std::string_view path, std::string_view text) {
  const std::string_view name = without_directory(path);
  const std::string_view part = part_of_orb_idl(name);
  if (part.empty() && !is_orb_idl(name)) return nullptr;
  const bool lists_parts = name == "orb.idl" && text.find("CORBA") != std::string_view::npos;
  const bool includes_parts = name == "orb.idl" && text.find("corbaidl") != std::string_view::npos;
  if (!lists_parts && !includes_parts && !opens_module_corba(text)) return nullptr;
  return part.empty() ? "#include <dimma/orb.idl>\n" : builtin_part(part);
}

namespace {

constexpr const char* orb_idl = R"(#ifndef _DIMMA_ORB_IDL_
#define _DIMMA_ORB_IDL_
#pragma prefix "omg.org"
module CORBA {
  typedef string Identifier;
  typedef string ScopedName;
  typedef string RepositoryId;
  typedef string VersionSpec;
  typedef string ORBid;
  typedef unsigned long Flags;
  typedef sequence<boolean> BooleanSeq;
  typedef sequence<char> CharSeq;
  typedef sequence<wchar> WCharSeq;
  typedef sequence<octet> OctetSeq;
  typedef sequence<short> ShortSeq;
  typedef sequence<unsigned short> UShortSeq;
  typedef sequence<long> LongSeq;
  typedef sequence<unsigned long> ULongSeq;
  typedef sequence<long long> LongLongSeq;
  typedef sequence<unsigned long long> ULongLongSeq;
  typedef sequence<float> FloatSeq;
  typedef sequence<double> DoubleSeq;
  typedef sequence<long double> LongDoubleSeq;
  typedef sequence<string> StringSeq;
  typedef sequence<wstring> WStringSeq;
  typedef sequence<any> AnySeq;
  typedef unsigned short ServiceType;
  typedef unsigned long ServiceOption;
  typedef unsigned long ServiceDetailType;
  const ServiceType Security = 1;
  typedef unsigned long PolicyType;
  typedef sequence<PolicyType> PolicyTypeSeq;
  interface Policy {
    readonly attribute PolicyType policy_type;
    Policy copy();
    void destroy();
  };
  typedef sequence<Policy> PolicyList;
  typedef short PolicyErrorCode;
  const PolicyErrorCode BAD_POLICY = 0;
  const PolicyErrorCode UNSUPPORTED_POLICY = 1;
  const PolicyErrorCode BAD_POLICY_TYPE = 2;
  const PolicyErrorCode BAD_POLICY_VALUE = 3;
  const PolicyErrorCode UNSUPPORTED_POLICY_VALUE = 4;
  exception PolicyError { PolicyErrorCode reason; };
  exception InvalidPolicies { UShortSeq indices; };
  exception WrongTransaction { };
  enum SetOverrideType { SET_OVERRIDE, ADD_OVERRIDE };
  abstract interface AbstractBase { };
  local interface Current { };
  local interface PolicyManager {
    PolicyList get_policy_overrides(in PolicyTypeSeq ts);
    void set_policy_overrides(in PolicyList policies, in SetOverrideType set_add) raises (InvalidPolicies);
  };
  local interface PolicyCurrent : PolicyManager, Current { };
  interface Environment { };
  enum TCKind { tk_null, tk_void, tk_short, tk_long, tk_ushort, tk_ulong, tk_float, tk_double, tk_boolean, tk_char,
    tk_octet, tk_any, tk_TypeCode, tk_Principal, tk_objref, tk_struct, tk_union, tk_enum, tk_string, tk_sequence,
    tk_array, tk_alias, tk_except, tk_longlong, tk_ulonglong, tk_longdouble, tk_wchar, tk_wstring, tk_fixed, tk_value,
    tk_value_box, tk_native, tk_abstract_interface, tk_local_interface, tk_component, tk_home, tk_event };
  typedef short Visibility;
  const Visibility PRIVATE_MEMBER = 0;
  const Visibility PUBLIC_MEMBER = 1;
  typedef short ValueModifier;
  const ValueModifier VM_NONE = 0;
  const ValueModifier VM_CUSTOM = 1;
  const ValueModifier VM_ABSTRACT = 2;
  const ValueModifier VM_TRUNCATABLE = 3;
  interface DomainManager { Policy get_domain_policy(in PolicyType policy_type); };
  typedef sequence<DomainManager> DomainManagersList;
  const PolicyType SecConstruction = 11;
  interface InterfaceDef;
  local interface ConstructionPolicy : Policy {
    void make_domain_manager(in InterfaceDef object_type, in boolean constr_policy);
  };
};
#include <boxes.idl>
#include <ir.idl>
#include <services.idl>
#endif
)";

}  // namespace

const char* builtin_orb_idl() { return orb_idl; }

}  // namespace dimma::idl
