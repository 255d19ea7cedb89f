// Sends samples of a signal, and requests a report of their delivery: antenna REFERENCE MESSAGES.

#include "telemetry.hpp"

#include <dimma/flow.hpp>
#include <dimma/orb.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>

Telemetry::Samples samples_of(int message) {
  Telemetry::Samples samples;
  for (std::uint64_t n = 0; n < 10; ++n) {
    samples.emplace_back(static_cast<std::uint64_t>(message) * 1'000'000 + n * 100'000,
                         -60 - 40 * std::cos(static_cast<float>(message) / 10));
  }
  return samples;
}

// The number of messages that have been received, but not delivered to the servant yet.
std::uint64_t waiting(const dimma::FlowReport::Consumer& at) {
  return at.received - at.delivered - at.dropped - at.refused - at.unsettled;
}

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 3) {
    std::cerr << "antenna REFERENCE MESSAGES\n";
    return 2;
  }
  auto receiver = IDL::traits<Telemetry::Receiver>::narrow(orb->string_to_object(argv[1]));
  if (!receiver) {
    std::cerr << "that is no Receiver\n";
    return 1;
  }
  // `rate` limits the octets per second, headers included. The producer never waits for the consumer.
  auto flow = dimma::bind_flow(receiver, dimma::EngineeringQoS::parse("transport=udp,rate=1000000"));
  const int messages = std::stoi(argv[2]);
  for (int message = 0; message < messages; ++message) flow->measured(samples_of(message));
  flow->status("the antenna is parked");

  auto report = flow.report(std::chrono::seconds(5));
  while (report.fresh && waiting(report.consumer) > 0) report = flow.report(std::chrono::seconds(5));
  std::cout << "sent " << report.producer.sent;
  if (report.fresh) {
    std::cout << ", delivered " << report.consumer.delivered << ", lost " << report.consumer.lost << '\n';
  } else {
    std::cout << "; nobody says what has arrived\n";
  }
  orb->destroy();
} catch (const std::exception& exception) {  // QoSError, those of CORBA, and of std::stoi()
  std::cerr << exception.what() << '\n';
  return 1;
}
