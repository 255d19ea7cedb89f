#pragma once
// Two ORBs in one run, a server's and a client's, over a network in memory.

#include "simulation/world/journal.hpp"
#include "simulation/world/replier.hpp"
#include "simulation/world/speaker.hpp"
#include "transport/memory/memory.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <functional>
#include <memory>

namespace dimma::simulation {

using OrbRef = CORBA::object_reference<CORBA::ORB>;
using PoaRef = CORBA::object_reference<PortableServer::POA>;
using SpeakerRef = CORBA::object_reference<Simulated::Speaker>;
using ServantRef = CORBA::servant_reference<PortableServer::Servant>;

class OrbWorld {
 public:
  OrbWorld();
  // Destroys the ORBs that still exist, first the client, and checks the journal. Requires that no other thread uses
  // the world.
  ~OrbWorld();
  OrbWorld(const OrbWorld&) = delete;
  OrbWorld& operator=(const OrbWorld&) = delete;

  // The network of the run.
  static transport::MemoryNetwork& network() noexcept { return *network_; }

  const OrbRef& server() const noexcept { return server_; }
  const OrbRef& client() const noexcept { return client_; }
  // The root adapter of the server, which is active.
  const PoaRef& root() const noexcept { return root_; }

  // Called within each upcall, if it is set.
  std::function<void(std::size_t call)> on_call;
  // The number of upcalls in progress. One whose reply is deferred is in progress until the reply.
  int upcalls() const noexcept { return upcalls_; }
  ServantRef make_servant();
  // Makes a servant whose replies another thread sends.
  ServantRef make_deferring_servant();
  // Returns the client's reference to the object of a reference of the server.
  SpeakerRef at_client(const CORBA::object_reference<CORBA::Object>& reference) const;
  // Activates the servant in the adapter, and returns the client's reference to the object.
  SpeakerRef activated(const PoaRef& adapter, const ServantRef& servant) const;

  // Each function makes a call and notes its end. send() begins one whose end is passed to a reply handler.
  void call(const SpeakerRef& speaker);
  void tell(const SpeakerRef& speaker);
  void send(const SpeakerRef& speaker);

  // Called by each reply handler, if it is set.
  std::function<void()> on_reply;
  Journal& journal() noexcept { return journal_; }

 private:
  class Servant;
  class DeferringServant;
  class Handler;

  static transport::MemoryNetwork* network_;

  void serve(std::uint64_t call, const std::string& text);
  void end_upcall() noexcept { --upcalls_; }

  transport::MemoryNetwork own_network_;
  Journal journal_;
  int upcalls_ = 0;
  OrbRef server_;
  OrbRef client_;
  PoaRef root_;
  PoaRef root_of_client_;
  std::unique_ptr<Replier> replier_;
};

}  // namespace dimma::simulation
