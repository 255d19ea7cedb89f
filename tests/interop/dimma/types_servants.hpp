#pragma once
// The servant of types.idl, which returns its arguments.

#include <types_skel.hpp>

namespace mapped {

class Echo final : public virtual CORBA::servant_traits<Types::Echo>::base_type {
 public:
  Types::Choice echo_Choice(const Types::Choice& a, Types::Choice& b, Types::Choice& c) override {
    if (a._d() == 1 && a.number() == 666) throw Types::Refused(b);
    return echo(a, b, c);
  }
  Types::Unions echo_Unions(const Types::Unions& a, Types::Unions& b, Types::Unions& c) override {
    return echo(a, b, c);
  }
  Types::Tree echo_Tree(const Types::Tree& a, Types::Tree& b, Types::Tree& c) override { return echo(a, b, c); }
  Types::Wide echo_Wide(const Types::Wide& a, Types::Wide& b, Types::Wide& c) override {
    if (a.narrow() == "refuse") throw Types::WideRefused(a.text());
    return echo(a, b, c);
  }
  Types::Anys echo_Anys(const Types::Anys& a, Types::Anys& b, Types::Anys& c) override { return echo(a, b, c); }
  CORBA::Any echo_any(const CORBA::Any& a, CORBA::Any& b, CORBA::Any& c) override { return echo(a, b, c); }
  CORBA::Any rebuilt(const CORBA::Any& a) override {
    CORBA::Any result;
    const bool known = rebuild<Types::Unions>(a, result) || rebuild<Types::Tree>(a, result) ||
                       rebuild<Types::Suit>(a, result) || rebuild<Types::Wide>(a, result) ||
                       rebuild<IDL::traits<Types::Echo>::ref_type>(a, result);
    if (!known) throw CORBA::BAD_PARAM();
    return result;
  }
  CORBA::typecode_reference type_of(const CORBA::Any& a) override { return a.type(); }
  std::wstring twice(const std::wstring& a, wchar_t b) override { return a + b + a; }

 private:
  template <class T>
  static bool rebuild(const CORBA::Any& from, CORBA::Any& to) {
    T value = T();
    if (!(from >>= value)) return false;
    to <<= std::move(value);
    return true;
  }
  template <class T>
  static T echo(const T& a, T& b, T& c) {
    c = b;
    b = a;
    return a;
  }
};

}  // namespace mapped
