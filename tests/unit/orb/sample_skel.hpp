#pragma once
// The skeletons of sample.hpp, as the IDL compiler makes them.

#include "unit/orb/sample.hpp"

#include <dimma/portable_server.hpp>

namespace POA_Sample {

class Base : public virtual PortableServer::Servant, public virtual Sample::Base::_operations_type {
 public:
  CORBA::object_reference<Sample::Base> _this();
  bool _is_a(const std::string& id) override;
  std::string _repository_id() override;
  bool _dispatch(dimma::ServerRequest& request) override;
  void* _operations(const dimma::InterfaceTag* interface) noexcept override;
  const dimma::InterfaceTag* _most_derived_interface() const noexcept override;

 protected:
  Base() = default;
  ~Base() override = default;
};

class Counter : public virtual Base, public virtual Sample::Counter::_operations_type {
 public:
  CORBA::object_reference<Sample::Counter> _this();
  bool _is_a(const std::string& id) override;
  std::string _repository_id() override;
  bool _dispatch(dimma::ServerRequest& request) override;
  void* _operations(const dimma::InterfaceTag* interface) noexcept override;
  const dimma::InterfaceTag* _most_derived_interface() const noexcept override;

 protected:
  Counter() = default;
  ~Counter() override = default;
};

}  // namespace POA_Sample

template <>
struct CORBA::servant_traits<Sample::Base> : dimma::skeleton_traits<Sample::Base, POA_Sample::Base> {};
template <>
struct CORBA::servant_traits<Sample::Counter> : dimma::skeleton_traits<Sample::Counter, POA_Sample::Counter> {};
