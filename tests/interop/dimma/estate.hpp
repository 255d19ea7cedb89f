#pragma once
// Values of valuetypes.idl in the IDL-to-C++11 mapping.

#include "valuetypes_skel.hpp"

#include <string>
#include <vector>

namespace mapped {

using NodeRef = CORBA::valuetype_reference<Estate::Node>;
using ShapeRef = CORBA::valuetype_reference<Estate::Shape>;
using AccountRef = CORBA::valuetype_reference<Estate::Account>;
using DescribableRef = IDL::traits<Estate::Describable>::ref_type;

inline NodeRef node(std::int32_t number, NodeRef next = {}) {
  return CORBA::make_reference<IDL::traits<Estate::Node>::obv_type>(number, std::move(next));
}

inline CORBA::valuetype_reference<Estate::Circle> circle(const std::string& colour, float radius, NodeRef extra) {
  auto made = CORBA::make_reference<IDL::traits<Estate::Circle>::obv_type>(std::move(extra), radius);
  made->colour(colour);
  return made;
}

// No server registers a factory for it.
class RingImpl : public virtual IDL::traits<Estate::Ring>::obv_type {
 public:
  RingImpl() = default;
  RingImpl(const std::string& with_colour, float outer, NodeRef shown, NodeRef behind) {
    colour(with_colour);
    radius(outer);
    extra(std::move(shown));
    hidden(std::move(behind));
    hole(1);
  }
  double area() override { return radius() - static_cast<float>(hole()); }
};

class AccountImpl : public virtual IDL::traits<Estate::Account>::obv_type {
 public:
  AccountImpl() = default;
  AccountImpl(const std::string& owner, double amount) {
    name(owner);
    balance(amount);
  }
  void pay(double amount) override { balance(balance() + amount); }
  double total() override { return balance(); }
};

class AccountFactory : public IDL::traits<Estate::Account>::factory_type {
 public:
  AccountRef open(const std::string& owner, double amount) override {
    return CORBA::make_reference<AccountImpl>(owner, amount);
  }
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    return CORBA::make_reference<AccountImpl>();
  }
};

class NoticeImpl : public virtual IDL::traits<Estate::Notice>::obv_type {
 public:
  NoticeImpl() = default;
  explicit NoticeImpl(const std::string& text, DescribableRef behind = {}) {
    words(text);
    next(std::move(behind));
  }
  std::string describe() override { return words(); }
  std::int32_t depth() override { return next() ? 1 + next()->depth() : 0; }
  DescribableRef after(DescribableRef given) override {
    next(std::move(given));
    return IDL::traits<Estate::Notice>::narrow(_to_value());
  }
};

class NoticeFactory : public CORBA::ValueFactoryBase {
 public:
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    return CORBA::make_reference<NoticeImpl>();
  }
};

// Used only at the client.
class RingFactory : public CORBA::ValueFactoryBase {
 public:
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    return CORBA::make_reference<RingImpl>();
  }
};

inline void register_factories(const IDL::traits<CORBA::ORB>::ref_type& orb) {
  orb->register_value_factory("IDL:Estate/Account:1.0", CORBA::make_reference<AccountFactory>());
  orb->register_value_factory("IDL:Estate/Notice:1.0", CORBA::make_reference<NoticeFactory>());
}

}  // namespace mapped
