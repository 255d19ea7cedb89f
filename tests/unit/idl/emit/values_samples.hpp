// Values of tests/idl/emit/values.idl, and factories for those that have operations.
#pragma once

#include "values.hpp"

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace values_samples {

inline CORBA::valuetype_reference<Values::Node> make_node(std::int32_t number,
                                                          CORBA::valuetype_reference<Values::Node> next = {}) {
  return CORBA::make_reference<IDL::traits<Values::Node>::obv_type>(number, std::move(next));
}

// Numbered from 0.
inline CORBA::valuetype_reference<Values::Node> make_list(std::size_t length) {
  CORBA::valuetype_reference<Values::Node> list;
  for (std::size_t i = length; i-- > 0;) list = make_node(static_cast<std::int32_t>(i), list);
  return list;
}

inline std::vector<std::int32_t> numbers_of(CORBA::valuetype_reference<Values::Node> list) {
  std::vector<std::int32_t> numbers;
  for (; list; list = list->next()) numbers.push_back(list->number());
  return numbers;
}

inline CORBA::valuetype_reference<Values::Circle> make_circle(const std::string& colour, double radius,
                                                              CORBA::valuetype_reference<Values::Node> extra) {
  auto circle = CORBA::make_reference<IDL::traits<Values::Circle>::obv_type>(radius, std::move(extra));
  circle->colour(colour);
  return circle;
}

inline CORBA::valuetype_reference<Values::Ring> make_ring() {
  auto ring = CORBA::make_reference<IDL::traits<Values::Ring>::obv_type>(1.5, make_circle("red", 1, make_node(9)));
  ring->colour("gold");
  ring->radius(2);
  ring->extra(make_list(2));
  return ring;
}

// The same node in each member.
inline Values::All sample(const CORBA::valuetype_reference<Values::Node>& node) {
  Values::Choice choice;
  choice.one(node);
  return Values::All(node, node, choice, {nullptr, node}, node);
}

class AccountImpl : public virtual IDL::traits<Values::Account>::obv_type {
 public:
  AccountImpl() = default;
  AccountImpl(const std::string& owner, double amount) {
    name(owner);
    balance(amount);
  }
  std::string talk(std::int32_t times) override {
    std::string text;
    for (; times > 0; --times) text += name() + " ";
    return text;
  }
  std::string print(const std::string& how) override { return name() + how; }
  void pay(double amount) override { balance(balance() + amount); }
  double total() override { return balance(); }
};

class SpecialImpl : public virtual IDL::traits<Values::Special>::obv_type {
 public:
  void marshal(CORBA::valuetype_reference<CORBA::DataOutputStream> out) override {
    out->write_long(count());
    out->write_Value(link());
    out->write_string(colour());
    out->write_double_array({0.5, 1.5, 2.5, 3.5}, 1, 2);
    CORBA::AnySeq written(2);
    written[0] <<= IDL::Fixed<5, 2>("1.25");
    written[1] <<= IDL::Fixed<5, 2>("-2.5");
    out->write_fixed(written[0]);
    out->write_fixed_array(written, 0, 2);
    out->write_wstring(L"left over");
  }
  void unmarshal(CORBA::valuetype_reference<CORBA::DataInputStream> in) override {
    count(in->read_long());
    link(IDL::traits<Values::Node>::narrow(in->read_Value()));
    colour(in->read_string());
    in->read_double_array(numbers, 1, 2);
    in->read_fixed(5, 2) >>= price;
    in->read_fixed_array(prices, 0, 2, 5, 2);
  }
  IDL::Fixed<5, 2> price;
  CORBA::AnySeq prices;
  CORBA::DoubleSeq numbers;
};

template <class Implementation>
class FactoryOf : public CORBA::ValueFactoryBase {
 public:
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    return CORBA::make_reference<Implementation>();
  }
};

class AccountFactory : public IDL::traits<Values::Account>::factory_type {
 public:
  CORBA::valuetype_reference<Values::Account> open(const std::string& owner, double amount) override {
    return CORBA::make_reference<AccountImpl>(owner, amount);
  }
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    return CORBA::make_reference<AccountImpl>();
  }
};

// A value through octets and back, as the only argument of an operation. Throws std::logic_error when octets are left.
template <class T>
T through_cdr(const T& value, std::endian order = std::endian::native, dimma::cdr::Context* context = nullptr) {
  dimma::cdr::Buffer buffer;
  dimma::cdr::Encoder out(buffer, order);
  const dimma::cdr::WritingValues written(out);
  dimma::cdr::write(out, value);
  dimma::cdr::Decoder in(out.octets(), order);
  in.context(context);
  const dimma::cdr::ReadingValues values(in);
  T copy = dimma::cdr::read<T>(in);
  if (in.remaining() != 0) throw std::logic_error("not all octets were read");
  return copy;
}

// The value factories of an ORB, for a decoder.
class Factories final : public dimma::cdr::Context {
 public:
  Factories() {
    const auto accounts = CORBA::make_reference<AccountFactory>();
    add(accounts->_obv_repository_id(), accounts);
    add("IDL:Values/Special:1.0", CORBA::make_reference<FactoryOf<SpecialImpl>>());
  }
  void add(const std::string& id, CORBA::valuefactory_reference<CORBA::ValueFactoryBase> factory) {
    factories_[id] = std::move(factory);
  }
  std::shared_ptr<dimma::cdr::Context> share() override { return nullptr; }
  std::shared_ptr<CORBA::ValueFactoryBase> value_factory(std::string_view id) override {
    const auto found = factories_.find(id);
    return found == factories_.end() ? nullptr : found->second._shared();
  }

  template <class T>
  T through_cdr(const T& value) {
    return values_samples::through_cdr(value, std::endian::native, this);
  }

 private:
  std::map<std::string, CORBA::valuefactory_reference<CORBA::ValueFactoryBase>, std::less<>> factories_;
};

}  // namespace values_samples
