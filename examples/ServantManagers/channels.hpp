#pragma once
// Channels, and the servant manager that creates and stores them.

#include "recorder_skel.hpp"

#include <dimma/poa.hpp>

#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <utility>

class Channel : public virtual CORBA::servant_traits<Recorder::Channel>::base_type {
 public:
  Channel(CORBA::object_reference<PortableServer::POA> poa, PortableServer::ObjectId id, Recorder::Values values)
      : poa_(std::move(poa)), id_(std::move(id)), values_(std::move(values)) {}

  void record(double value) override {
    const std::lock_guard lock(mutex_);
    values_.push_back(value);
  }
  Recorder::Values recorded() override {
    const std::lock_guard lock(mutex_);
    return values_;
  }
  // The servant is removed when its requests have ended. The object still exists, and references to it stay valid.
  void close() override { poa_->deactivate_object(id_); }

 private:
  const CORBA::object_reference<PortableServer::POA> poa_;
  const PortableServer::ObjectId id_;
  std::mutex mutex_;
  Recorder::Values values_;
};

// For a POA that retains its servants: called for an object's servant when the POA has none, and again when the POA has
// removed it.
class Archivist : public virtual IDL::traits<PortableServer::ServantActivator>::base_type {
  CORBA::servant_reference<PortableServer::Servant> incarnate(
      const PortableServer::ObjectId& id, CORBA::object_reference<PortableServer::POA> poa) override {
    const auto name = PortableServer::ObjectId_to_string(id);
    const std::lock_guard lock(mutex_);
    std::cerr << "opens " << name << " with " << files_[name].size() << " values\n";
    return CORBA::make_reference<Channel>(poa, id, files_[name]);
  }
  void etherealize(const PortableServer::ObjectId& id, CORBA::object_reference<PortableServer::POA>,
                   CORBA::servant_reference<PortableServer::Servant> servant, bool, bool) override {
    const auto name = PortableServer::ObjectId_to_string(id);
    const auto values = dynamic_cast<Channel&>(*servant).recorded();
    const std::lock_guard lock(mutex_);
    std::cerr << "stores " << name << " with " << values.size() << " values\n";
    files_[name] = values;
  }

  std::mutex mutex_;
  std::map<std::string, Recorder::Values> files_;  // stands for files
};
