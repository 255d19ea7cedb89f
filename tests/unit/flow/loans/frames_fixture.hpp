#pragma once
// Flows of loaned sequences between two ORBs of this process.

#include "unit/flow/loans/frames_servant.hpp"

#include <dimma/flow.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace dimma::test {

class FlowOfFrames : public testing::Test {
 protected:
  FlowOfFrames() {
    std::vector<std::string> at_loopback{"--dimma-endpoint", "iiop://127.0.0.1"};
    std::vector<std::string> none;
    consumer_ = CORBA::ORB_init(at_loopback, "frames-consumer");
    producer_ = CORBA::ORB_init(none, "frames-producer");
    root_ = IDL::traits<PortableServer::POA>::narrow(consumer_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
  }
  ~FlowOfFrames() override {
    servant_->go_on();
    producer_->destroy();
    consumer_->destroy();
    servant_->let_go();
  }

  // The producer's reference to the servant, in a new POA with this QoS.
  CORBA::object_reference<Flowing::Frames> offered(const std::string& consumer) {
    poa_ = create_poa(root_, "frames" + std::to_string(++poas_), EngineeringQoS::parse(consumer));
    const auto object = poa_->servant_to_reference(servant_);
    return IDL::traits<Flowing::Frames>::narrow(producer_->string_to_object(consumer_->object_to_string(object)));
  }
  FlowBinding<Flowing::Frames> bound(const std::string& consumer, const std::string& producer) {
    return bind_flow(offered(consumer), EngineeringQoS::parse(producer));
  }

  static FlowReport settled(const FlowBinding<Flowing::Frames>& flow) {
    for (;;) {
      const auto report = flow.report(std::chrono::seconds(20));
      EXPECT_TRUE(report.fresh);
      const auto& said = report.consumer;
      if (!report.fresh || said.received == said.delivered + said.dropped + said.refused + said.unsettled)
        return report;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  // Waits until `places` places are in use. No thread may request a place meanwhile.
  static testing::AssertionResult comes_to_use(const FlowBinding<Flowing::Frames>& flow, std::size_t places) {
    const std::string wanted = "; " + std::to_string(places) + " in use,";
    std::string text;
    for (int looks = 0; looks < 5000; ++looks) {
      text = flow.describe().value("loans");
      if (text.find(wanted) != std::string::npos) return testing::AssertionSuccess();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return testing::AssertionFailure() << "loans: " << text;
  }

  static constexpr std::size_t octets_each = 64 * 1024;
  static constexpr const char* over_shm = "protocol=flow,transport=shm";
  CORBA::object_reference<CORBA::ORB> consumer_;
  CORBA::object_reference<CORBA::ORB> producer_;
  CORBA::object_reference<PortableServer::POA> root_;
  CORBA::object_reference<PortableServer::POA> poa_;
  CORBA::servant_reference<FramesServant> servant_ = CORBA::make_reference<FramesServant>();
  int poas_ = 0;
};

}  // namespace dimma::test
