// A recorder with any number of channels and sensors, whose servants are made when they are called.

#include "recorder_skel.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>
#include <map>
#include <mutex>

using namespace PortableServer;
using PoaRef = CORBA::object_reference<POA>;
using ServantRef = CORBA::servant_reference<Servant>;

class Channel : public virtual CORBA::servant_traits<Recorder::Channel>::base_type {
 public:
  Channel(PoaRef poa, ObjectId id, Recorder::Values values)
      : poa_(std::move(poa)), id_(std::move(id)), values_(std::move(values)) {}

  void record(double value) override {
    const std::lock_guard lock(mutex_);
    values_.push_back(value);
  }
  Recorder::Values recorded() override {
    const std::lock_guard lock(mutex_);
    return values_;
  }
  // The servant goes when its requests have ended; the object stays, and references to it do.
  void close() override { poa_->deactivate_object(id_); }

 private:
  const PoaRef poa_;
  const ObjectId id_;
  std::mutex mutex_;
  Recorder::Values values_;
};

// Of a POA that retains its servants: asked for an object's servant when it has none, and told when it has none any
// more.
class Archivist : public virtual IDL::traits<ServantActivator>::base_type {
  ServantRef incarnate(const ObjectId& id, PoaRef poa) override {
    const auto name = ObjectId_to_string(id);
    const std::lock_guard lock(mutex_);
    std::cerr << "opens " << name << " with " << files_[name].size() << " values\n";
    return CORBA::make_reference<Channel>(poa, id, files_[name]);
  }
  void etherealize(const ObjectId& id, PoaRef, ServantRef servant, bool, bool) override {
    const auto name = ObjectId_to_string(id);
    const auto values = dynamic_cast<Channel&>(*servant).recorded();
    const std::lock_guard lock(mutex_);
    std::cerr << "stores " << name << " with " << values.size() << " values\n";
    files_[name] = values;
  }

  std::mutex mutex_;
  std::map<std::string, Recorder::Values> files_;  // stands for files
};

class Sensor : public virtual CORBA::servant_traits<Recorder::Sensor>::base_type {
 public:
  explicit Sensor(std::string name) : name_(std::move(name)) {}
  std::string unit() override { return name_ == "pressure" ? "hPa" : "C"; }

 private:
  const std::string name_;
};

// Of a POA that retains none: gives each single request its servant. It refuses objects that there are none of.
class Finder : public virtual IDL::traits<ServantLocator>::base_type {
  ServantRef preinvoke(const ObjectId& id, PoaRef, const CORBA::Identifier&, Cookie&) override {
    const auto name = ObjectId_to_string(id);
    if (name != "pressure" && name != "temperature") throw CORBA::OBJECT_NOT_EXIST();
    return CORBA::make_reference<Sensor>(name);
  }
  void postinvoke(const ObjectId&, PoaRef, const CORBA::Identifier&, Cookie, ServantRef) override {}
};

class Rack : public virtual CORBA::servant_traits<Recorder::Rack>::base_type {
 public:
  Rack(PoaRef channels, PoaRef sensors) : channels_(std::move(channels)), sensors_(std::move(sensors)) {}

 private:
  // References are made of names alone: nothing is activated, and nobody is asked whether there is such an object.
  CORBA::object_reference<Recorder::Channel> find_channel(const std::string& name) override {
    return IDL::traits<Recorder::Channel>::narrow(
        channels_->create_reference_with_id(string_to_ObjectId(name), "IDL:Recorder/Channel:1.0"));
  }
  CORBA::object_reference<Recorder::Sensor> find_sensor(const std::string& name) override {
    return IDL::traits<Recorder::Sensor>::narrow(
        sensors_->create_reference_with_id(string_to_ObjectId(name), "IDL:Recorder/Sensor:1.0"));
  }
  const PoaRef channels_;
  const PoaRef sensors_;
};

PoaRef managed_poa(const PoaRef& root, const std::string& name, ServantRetentionPolicyValue retention,
                   CORBA::object_reference<ServantManager> manager) {
  auto poa =
      root->create_POA(name, root->the_POAManager(),
                       {root->create_servant_retention_policy(retention),
                        root->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID),
                        root->create_request_processing_policy(RequestProcessingPolicyValue::USE_SERVANT_MANAGER)});
  poa->set_servant_manager(std::move(manager));
  return poa;
}

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  auto root = IDL::traits<POA>::narrow(orb->resolve_initial_references("RootPOA"));
  auto channels =
      managed_poa(root, "channels", ServantRetentionPolicyValue::RETAIN, CORBA::make_reference<Archivist>());
  auto sensors = managed_poa(root, "sensors", ServantRetentionPolicyValue::NON_RETAIN, CORBA::make_reference<Finder>());
  auto id = root->activate_object(CORBA::make_reference<Rack>(channels, sensors));
  root->the_POAManager()->activate();
  std::cout << orb->object_to_string(root->id_to_reference(id)) << std::endl;
  orb->run();
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
