// A recorder with any number of channels and sensors, whose servants are created when they are called.

#include "channels.hpp"
#include "sensors.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>

using namespace PortableServer;
using PoaRef = CORBA::object_reference<POA>;

class Rack : public virtual CORBA::servant_traits<Recorder::Rack>::base_type {
 public:
  Rack(PoaRef channels, PoaRef sensors) : channels_(std::move(channels)), sensors_(std::move(sensors)) {}

 private:
  // A reference is created from a name alone: nothing is activated, and the object need not exist.
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
