#pragma once
// The servant of either side, compiled with that side's skeletons.

#include "greeter_skel.hpp"

#include <dimma/any.hpp>

#include <string>
#include <utility>

namespace {

class GreeterServant final : public CORBA::servant_traits<Plug::Greeter>::base_type {
 public:
  explicit GreeterServant(std::string name) : name_(std::move(name)) {}

  std::string name() override { return name_; }
  std::string greet(const std::string& whom) override {
    if (whom.empty()) throw Plug::Refused("nobody to greet");
    return name_ + " greets " + whom;
  }
  CORBA::Any boxed(std::int32_t x, std::int32_t y) override {
    CORBA::Any any;
    any <<= Plug::Point(x, y);
    return any;
  }
  std::int32_t sum(const CORBA::Any& point) override {
    Plug::Point value;
    return (point >>= value) ? value.x() + value.y() : -1;
  }
  std::string greet_by(IDL::traits<Plug::Greeter>::ref_type other, const std::string& whom) override {
    return other->greet(whom);
  }

 private:
  const std::string name_;
};

inline IDL::traits<Plug::Greeter>::ref_type activate(const CORBA::object_reference<CORBA::ORB>& orb, std::string name) {
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  const auto servant = CORBA::make_reference<GreeterServant>(std::move(name));
  return IDL::traits<Plug::Greeter>::narrow(root->id_to_reference(root->activate_object(servant)));
}

}  // namespace
