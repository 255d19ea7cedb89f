#pragma once
// Sensors, and the servant manager that provides a servant for each request.

#include "recorder_skel.hpp"

#include <dimma/poa.hpp>

#include <string>
#include <utility>

class Sensor : public virtual CORBA::servant_traits<Recorder::Sensor>::base_type {
 public:
  explicit Sensor(std::string name) : name_(std::move(name)) {}
  std::string unit() override { return name_ == "pressure" ? "hPa" : "C"; }

 private:
  const std::string name_;
};

// For a POA that does not retain servants: provides the servant of each request, and refuses unknown objects.
class Finder : public virtual IDL::traits<PortableServer::ServantLocator>::base_type {
  CORBA::servant_reference<PortableServer::Servant> preinvoke(const PortableServer::ObjectId& id,
                                                              CORBA::object_reference<PortableServer::POA>,
                                                              const CORBA::Identifier&, Cookie&) override {
    const auto name = PortableServer::ObjectId_to_string(id);
    if (name != "pressure" && name != "temperature") throw CORBA::OBJECT_NOT_EXIST();
    return CORBA::make_reference<Sensor>(name);
  }
  void postinvoke(const PortableServer::ObjectId&, CORBA::object_reference<PortableServer::POA>,
                  const CORBA::Identifier&, Cookie, CORBA::servant_reference<PortableServer::Servant>) override {}
};
