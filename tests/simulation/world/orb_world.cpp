#include "simulation/world/orb_world.hpp"

#include "simulation/scenario.hpp"
#include "simulation/world/speaker_ami.hpp"
#include "simulation/world/speaker_deferred.hpp"
#include "simulation/world/speaker_skel.hpp"

#include <dimma/deferred_reply.hpp>

#include <string>
#include <utility>
#include <vector>

namespace dimma::simulation {

transport::MemoryNetwork* OrbWorld::network_ = nullptr;

namespace {

using Handlers = CORBA::amic_traits<Simulated::Speaker>;

// The id of an ORB is its own: the process still has the ORBs of a run that has failed. Servers close no idle
// connection, since the simulated time may pass so quickly that each connection is closed before its first request is
// read.
OrbRef make_orb(const std::string& name) {
  static std::uint64_t orbs = 1'000'000;
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://" + name,
                                     "--dimma-log",      "off",
                                     "--dimma-idle",     "0s",
                                     "--dimma-qos",      "connection=shared,processing=pool(2)"};
  return CORBA::ORB_init(arguments, name + std::to_string(++orbs));
}

PoaRef active_root(const OrbRef& orb) {
  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return root;
}

void destroy(const OrbRef& orb) {
  try {
    orb->destroy();
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    // The scenario has destroyed it.
  }
}

}  // namespace

class OrbWorld::Servant final : public virtual CORBA::servant_traits<Simulated::Speaker>::base_type {
 public:
  explicit Servant(OrbWorld& world) noexcept : world_(world) {}

  std::string say(std::uint64_t number, const std::string& text) override {
    world_.serve(number, text);
    world_.end_upcall();
    return text;
  }
  void tell(std::uint64_t number, const std::string& text) override {
    world_.serve(number, text);
    world_.end_upcall();
  }

 private:
  OrbWorld& world_;
};

class OrbWorld::DeferringServant final : public virtual CORBA::servant_traits<Simulated::Speaker>::deferred_base_type {
 public:
  explicit DeferringServant(OrbWorld& world) noexcept : world_(world) {}

  void say(std::uint64_t number, std::string text, deferred_reply<std::string> reply) override {
    world_.serve(number, text);
    const auto kept = std::make_shared<deferred_reply<std::string>>(std::move(reply));
    world_.replier_->add([this, kept, text = std::move(text)] {
      world_.end_upcall();
      (*kept)(text);
    });
  }
  void tell(std::uint64_t number, std::string text, deferred_reply<> reply) override {
    world_.serve(number, text);
    world_.end_upcall();
    reply();
  }

 private:
  OrbWorld& world_;
};

// Notes the end of one call.
class OrbWorld::Handler final : public virtual Handlers::replyhandler_base_type {
 public:
  Handler(OrbWorld& world, std::size_t call) noexcept : world_(world), call_(call) {}

  void say(const std::string& text) override {
    check(text == text_of_call(call_), "the reply belongs to the call");
    world_.journal_.ended(call_);
    if (world_.on_reply) world_.on_reply();
  }
  void say_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type holder) override {
    try {
      holder->raise_exception();
    } catch (const CORBA::SystemException& exception) {
      world_.journal_.ended_by(call_, exception);
    }
    if (world_.on_reply) world_.on_reply();
  }

 private:
  OrbWorld& world_;
  const std::size_t call_;
};

OrbWorld::OrbWorld() {
  network_ = &own_network_;
  server_ = make_orb("server");
  client_ = make_orb("client");
  root_ = active_root(server_);
  root_of_client_ = active_root(client_);
}

OrbWorld::~OrbWorld() {
  destroy(client_);
  destroy(server_);
  replier_.reset();
  root_ = nullptr;
  root_of_client_ = nullptr;
  client_ = nullptr;
  server_ = nullptr;
  journal_.check_all();
}

ServantRef OrbWorld::make_servant() { return CORBA::make_reference<Servant>(*this); }

ServantRef OrbWorld::make_deferring_servant() {
  replier_ = std::make_unique<Replier>();
  return CORBA::make_reference<DeferringServant>(*this);
}

SpeakerRef OrbWorld::at_client(const CORBA::object_reference<CORBA::Object>& reference) const {
  const auto text = server_->object_to_string(reference);
  return IDL::traits<Simulated::Speaker>::narrow(client_->string_to_object(text));
}

SpeakerRef OrbWorld::activated(const PoaRef& adapter, const ServantRef& servant) const {
  return at_client(adapter->id_to_reference(adapter->activate_object(servant)));
}

void OrbWorld::serve(std::uint64_t call, const std::string& text) {
  check(text == text_of_call(call), "the arguments are undamaged");
  journal_.executed(call);
  ++upcalls_;
  sync::yield();  // another thread may continue within the upcall
  if (on_call) on_call(call);
}

void OrbWorld::call(const SpeakerRef& speaker) {
  const auto number = journal_.begin();
  try {
    check(speaker->say(number, text_of_call(number)) == text_of_call(number), "the reply belongs to the call");
    journal_.ended(number);
  } catch (const CORBA::SystemException& exception) {
    journal_.ended_by(number, exception);
  }
}

void OrbWorld::tell(const SpeakerRef& speaker) {
  const auto number = journal_.begin();
  try {
    speaker->tell(number, text_of_call(number));
    journal_.sent(number);
  } catch (const CORBA::SystemException& exception) {
    journal_.ended_by(number, exception);
  }
}

void OrbWorld::send(const SpeakerRef& speaker) {
  const auto number = journal_.begin();
  try {
    const auto id = root_of_client_->activate_object(CORBA::make_reference<Handler>(*this, number));
    speaker->sendc_say(Handlers::replyhandler_traits::narrow(root_of_client_->id_to_reference(id)), number,
                       text_of_call(number));
  } catch (const CORBA::SystemException& exception) {
    journal_.ended_by(number, exception);
  } catch (const PortableServer::POA::ObjectNotActive&) {  // the client's ORB has ended before the call was begun
    journal_.ended_by(number, CORBA::OBJ_ADAPTER(0, CORBA::COMPLETED_NO));
  }
}

}  // namespace dimma::simulation
