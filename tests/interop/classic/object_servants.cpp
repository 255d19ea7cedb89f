#include "classic/object_servants.hpp"

namespace classic {

Everything::Named_ptr Maker::make(const char* kind) {
  const std::string wanted = kind;
  if (wanted == "named") return activate<POA_Everything::Named>(new Named(wanted));
  if (wanted == "left") return activate<POA_Everything::Left>(new Left(wanted));
  if (wanted == "right") return activate<POA_Everything::Right>(new Right(wanted));
  if (wanted == "bottom") return activate<POA_Everything::Bottom>(new Bottom(wanted));
  return Everything::Named::_nil();
}

Everything::NamedSeq* Maker::make_all() {
  static constexpr const char* kinds[] = {"named", "left", "nil", "right", "bottom"};
  auto* const result = new Everything::NamedSeq;
  result->length(5);
  for (CORBA::ULong i = 0; i < 5; ++i) (*result)[i] = make(kinds[i]);
  return result;
}

Everything::Offer* Maker::make_offer(const char* kind) {
  auto* const result = new Everything::Offer;
  result->title = CORBA::string_dup((std::string("one ") + kind).c_str());
  result->item = make(kind);
  result->anything = _this();
  return result;
}

Everything::Named_ptr Maker::exchange(Everything::Named_ptr first, Everything::Named_ptr& second,
                                      Everything::Named_out third) {
  third = second;
  second = Everything::Named::_duplicate(first);
  return Everything::Named::_nil();
}

CORBA::Boolean Maker::same(CORBA::Object_ptr one, CORBA::Object_ptr other) { return one->_is_equivalent(other); }

void Maker::dispose(Everything::Named_ptr item) {
  const PortableServer::ObjectId_var id = poa_->reference_to_id(item);
  poa_->deactivate_object(id);
}

Everything::StringSeq* Speaker::speak_to_all(const Everything::ListenerSeq& to, const char* text) {
  Everything::StringSeq_var result = new Everything::StringSeq;
  result->length(to.length());
  for (CORBA::ULong i = 0; i < to.length(); ++i) result[i] = to[i]->hear(text);
  return result._retn();
}

CORBA::Long Ball::bounce(Everything::Ball_ptr partner, CORBA::Long remaining) {
  if (remaining <= 0) return 0;
  const Everything::Ball_var self = _this();
  return 1 + partner->bounce(self, remaining - 1);
}

namespace {

// Answers every request to an object of its POA with a forward to another object.
class Forwarder final : public POA_PortableServer::ServantActivator {
 public:
  explicit Forwarder(Everything::Named_ptr target) : target_(Everything::Named::_duplicate(target)) {}
  PortableServer::Servant incarnate(const PortableServer::ObjectId&, PortableServer::POA_ptr) override {
    throw PortableServer::ForwardRequest(target_);
  }
  void etherealize(const PortableServer::ObjectId&, PortableServer::POA_ptr, PortableServer::Servant, CORBA::Boolean,
                   CORBA::Boolean) override {}

 private:
  Everything::Named_var target_;
};

}  // namespace

CORBA::Object_ptr forwarded_to(Everything::Named_ptr target, PortableServer::POA_ptr root) {
  CORBA::PolicyList policies;
  policies.length(1);
  policies[0] = root->create_request_processing_policy(PortableServer::USE_SERVANT_MANAGER);
  const PortableServer::POAManager_var manager = root->the_POAManager();
  const PortableServer::POA_var poa = root->create_POA("forwarding", manager, policies);
  const PortableServer::ServantManager_var forwarder = activate(new Forwarder(target));
  poa->set_servant_manager(forwarder);
  return poa->create_reference("IDL:test.dimma/Everything/Named:1.0");
}

Root::Root(PortableServer::POA_ptr poa)
    : turns_(activate(new Turns)),
      struct_turns_(activate(new StructTurns)),
      sequence_turns_(activate(new SequenceTurns)),
      errors_(activate(new Errors)),
      maker_(activate(new Maker(poa))),
      speaker_(activate(new Speaker)),
      ball_(activate(new Ball)),
      notes_(activate(new Notes)),
      big_(activate(new Big)),
      keywords_(activate(new Keywords)),
      versioned_(activate(new Versioned)),
      renamed_(activate(new Renamed)) {}

// A new object each time, so that each client finds the initial values.
Everything::Attributes_ptr Root::the_attributes() { return activate(new Attributes); }

}  // namespace classic
