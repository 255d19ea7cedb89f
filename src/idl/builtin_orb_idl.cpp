#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "idl/preprocess.hpp"

namespace dimma::idl {
namespace {

// Under which names the files of other ORBs have what is declared here.
constexpr std::array names = {"orb.idl", "corba.idl", "CORBA.idl", "corbaidl.idl", "orb_types.pidl",
                              "TypeCode.pidl", "Policy.pidl", "Policy_Forward.pidl", "Current.pidl", "Services.pidl"};

// TAO has a file for each sequence: AnySeq.pidl, ULongLongSeq.pidl.
constexpr std::string_view end_of_sequence_file = "Seq.pidl";

}  // namespace

bool is_orb_idl(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (std::find(names.begin(), names.end(), name) != names.end()) return true;
  if (!name.ends_with(end_of_sequence_file)) return false;
  const std::string sequence(name.substr(0, name.size() - std::string_view(".pidl").size()));
  return std::string_view(builtin_orb_idl()).find(" " + sequence + ";") != std::string_view::npos;
}

const char* builtin_orb_idl() {
  return R"(#ifndef _DIMMA_ORB_IDL_
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
  local interface Current { };
  enum TCKind { tk_null, tk_void, tk_short, tk_long, tk_ushort, tk_ulong, tk_float, tk_double, tk_boolean, tk_char,
    tk_octet, tk_any, tk_TypeCode, tk_Principal, tk_objref, tk_struct, tk_union, tk_enum, tk_string, tk_sequence,
    tk_array, tk_alias, tk_except, tk_longlong, tk_ulonglong, tk_longdouble, tk_wchar, tk_wstring, tk_fixed, tk_value,
    tk_value_box, tk_native, tk_abstract_interface, tk_local_interface, tk_component, tk_home, tk_event };
};
#endif
)";
}

}  // namespace dimma::idl
