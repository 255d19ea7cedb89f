// naming_publisher NAME LEASE_MS [requires-lease|keeps-other|waits|nil|patient|signals|loop...]: a server that
// publishes itself, for tests. Prints each status. Reads commands from standard input: unbind, detach, status,
// shutdown; its end is quit. With `signals` it serves until SIGTERM instead, with `loop` in an event loop of its own.
#include "published_skel.hpp"

#include <dimma/naming.hpp>

#include <dimma/event_loop.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>
#include <mutex>
#include <set>

namespace {

class PublishedServant : public virtual CORBA::servant_traits<Published>::base_type {
  std::string text() override { return "published"; }
};

std::mutex printing;

void say(const std::string& text) {
  const std::lock_guard lock(printing);
  std::cout << text << std::endl;
}

std::string text_of(const dimma::naming::PublicationStatus& status) {
  return std::string("status ") + to_string(status.state) + (status.has_lease ? " leased" : " plain") + ' ' +
         status.text;
}

int serve(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& name, int lease_ms,
          const std::set<std::string>& words) {
  if (words.count("loop") != 0) dimma::run_by_application(orb);
  if (words.count("signals") != 0) dimma::shutdown_on_signals(orb, {SIGTERM});
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const auto object = poa->id_to_reference(poa->activate_object(CORBA::make_reference<PublishedServant>()));
  dimma::naming::PublishOptions options;
  options.lease = std::chrono::milliseconds(lease_ms);
  options.requires_lease = words.count("requires-lease") != 0;
  options.replaces = words.count("keeps-other") == 0;
  options.waits_for_service = words.count("waits") != 0;
  if (words.count("patient") != 0) options.call_timeout = std::chrono::minutes(10);
  options.on_change = [](const dimma::naming::PublicationStatus& status) { say(text_of(status)); };
  auto publication = dimma::naming::publish(orb, name, words.count("nil") != 0 ? nullptr : object, options);
  say(text_of(publication.status()));
  say("ready");
  if (words.count("signals") != 0) {
    orb->run();
    say(text_of(publication.status()));
    return 0;
  }
  std::string command;
  while (std::getline(std::cin, command)) {
    if (command == "unbind") publication.unbind();
    if (command == "detach") publication.detach();
    if (command == "shutdown") orb->shutdown(true);
    say(text_of(publication.status()));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    if (argc < 3) throw std::runtime_error("a name and a lease are missing");
    const int status = serve(orb, argv[1], std::stoi(argv[2]), {argv + 3, argv + argc});
    orb->destroy();
    return status;
  } catch (const std::exception& exception) {
    std::cout << "failed: " << exception.what() << std::endl;
    return 1;
  }
}
