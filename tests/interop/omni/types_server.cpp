// types_server --ior-dir DIR [omniORB's options]: serves types.idl until SIGTERM. Writes types.ior.

#include "classic/serving.hpp"

#include <types.hh>

#include <cwchar>
#include <string>

namespace {

// Returns its arguments.
template <class T, class Out>
T* echo(const T& a, T& b, Out& c) {
  c = new T(b);
  b = a;
  return new T(a);
}

template <class T>
bool rebuild(const CORBA::Any& from, CORBA::Any& to) {
  const T* value = nullptr;
  if (!(from >>= value)) return false;
  to <<= *value;
  return true;
}

class Echo final : public POA_Types::Echo {
 public:
  Types::Choice* echo_Choice(const Types::Choice& a, Types::Choice& b, Types::Choice_out c) override {
    if (a._d() == 1 && a.number() == 666) throw Types::Refused(b);
    return echo(a, b, c);
  }
  Types::Unions* echo_Unions(const Types::Unions& a, Types::Unions& b, Types::Unions_out c) override {
    return echo(a, b, c);
  }
  Types::Tree* echo_Tree(const Types::Tree& a, Types::Tree& b, Types::Tree_out c) override { return echo(a, b, c); }
  Types::Wide* echo_Wide(const Types::Wide& a, Types::Wide& b, Types::Wide_out c) override {
    if (std::string("refuse") == a.narrow.in()) throw Types::WideRefused(a.text);
    return echo(a, b, c);
  }
  Types::Anys* echo_Anys(const Types::Anys& a, Types::Anys& b, Types::Anys_out c) override { return echo(a, b, c); }
  CORBA::Any* echo_any(const CORBA::Any& a, CORBA::Any& b, CORBA::Any_OUT_arg c) override { return echo(a, b, c); }
  CORBA::Any* rebuilt(const CORBA::Any& a) override {
    CORBA::Any result;
    Types::Suit suit = Types::clubs;
    Types::Echo_ptr peer = Types::Echo::_nil();
    if (a >>= suit) {
      result <<= suit;
    } else if (a >>= peer) {
      result <<= peer;
    } else if (!rebuild<Types::Unions>(a, result) && !rebuild<Types::Tree>(a, result) &&
               !rebuild<Types::Wide>(a, result)) {
      throw CORBA::BAD_PARAM();
    }
    return new CORBA::Any(result);
  }
  CORBA::TypeCode_ptr type_of(const CORBA::Any& a) override { return a.type(); }
  CORBA::WChar* twice(const CORBA::WChar* a, CORBA::WChar b) override {
    return CORBA::wstring_dup((std::wstring(a) + b + a).c_str());
  }
};

}  // namespace

int main(int argc, char** argv) {
  return classic::run_server(argc, argv, "types", [](auto orb, auto poa, const std::string& folder) {
    const CORBA::Object_var object = classic::activated(poa, new Echo);
    classic::publish(orb, folder, "types.ior", object);
  });
}
