#include "unit/classic/objects/modern_server.hpp"

#include "echo_skel.hpp"

#include <dimma/minor.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <cctype>
#include <condition_variable>
#include <mutex>

namespace dimma::test {

namespace {

class BaseServant final : public virtual CORBA::servant_traits<Echoes::Base>::base_type {
 public:
  void ping() override {}
};

class EchoServant final : public virtual CORBA::servant_traits<Echoes::Echo>::base_type {
 public:
  void ping() override {}

  std::string upper(const std::string& text) override {
    std::string result = text;
    for (char& character : result) character = static_cast<char>(std::toupper(static_cast<unsigned char>(character)));
    return result;
  }

  Echoes::Items repeat(const Echoes::Item& one, std::int32_t count, Echoes::Item& last) override {
    if (count < 1) throw Echoes::Bad("count", count);
    last = one;
    last.number(one.number() + count - 1);
    Echoes::Items items;
    for (std::int32_t i = 0; i != count; ++i) items.emplace_back(one.name(), one.number() + i);
    return items;
  }

  void extend(Echoes::Items& all) override { all.emplace_back("end", static_cast<std::int32_t>(all.size())); }

  std::int32_t fail(const std::string& how) override {
    if (how == "user") throw Echoes::Bad("as asked", 7);
    if (how == "system") throw CORBA::NO_PERMISSION(42, CORBA::COMPLETED_YES, "not you");
    if (how == "foreign") throw 1;
    return 0;
  }

  CORBA::object_reference<Echoes::Base> same(CORBA::object_reference<Echoes::Base> object) override { return object; }

  void note(const std::string& text) override {
    const std::lock_guard lock(mutex_);
    noted_ = text;
    changed_.notify_all();
  }
  std::string noted() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !noted_.empty(); });
    return noted_;
  }
  void hold() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_released_; });
  }
  void release() override {
    const std::lock_guard lock(mutex_);
    is_released_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string noted_;
  bool is_released_ = false;
};

class Forwarder final : public PortableServer::ServantActivator {
 public:
  explicit Forwarder(CORBA::object_reference<CORBA::Object> target) : target_(std::move(target)) {}
  CORBA::servant_reference<PortableServer::Servant> incarnate(const PortableServer::ObjectId&,
                                                              CORBA::object_reference<PortableServer::POA>) override {
    throw PortableServer::ForwardRequest(target_);
  }
  void etherealize(const PortableServer::ObjectId&, CORBA::object_reference<PortableServer::POA>,
                   CORBA::servant_reference<PortableServer::Servant>, bool, bool) override {}

 private:
  const CORBA::object_reference<CORBA::Object> target_;
};

PortableServer::ObjectId id_of(const std::string& text) { return {text.begin(), text.end()}; }

}  // namespace

struct ModernServer::Parts {
  CORBA::object_reference<CORBA::ORB> orb;
  CORBA::object_reference<PortableServer::POA> root;
  CORBA::object_reference<PortableServer::POA> forwarding;
  CORBA::object_reference<CORBA::Object> echo;
  CORBA::object_reference<CORBA::Object> base;
};

ModernServer::ModernServer() : parts_(std::make_unique<Parts>()) {
  std::vector<std::string> arguments = {"-ORBListenEndpoints", "iiop://127.0.0.1"};
  parts_->orb = CORBA::ORB_init(arguments, "modern server");
  parts_->root = IDL::traits<PortableServer::POA>::narrow(parts_->orb->resolve_initial_references("RootPOA"));
  const auto keep = [&](CORBA::servant_reference<PortableServer::Servant> servant) {
    return parts_->root->id_to_reference(parts_->root->activate_object(servant));
  };
  parts_->echo = keep(CORBA::make_reference<EchoServant>());
  parts_->base = keep(CORBA::make_reference<BaseServant>());
  parts_->forwarding = parts_->root->create_POA(
      "forwarding", parts_->root->the_POAManager(),
      {parts_->root->create_request_processing_policy(
           PortableServer::RequestProcessingPolicyValue::USE_SERVANT_MANAGER),
       parts_->root->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID)});
  parts_->forwarding->set_servant_manager(CORBA::make_reference<Forwarder>(parts_->echo));
  parts_->root->the_POAManager()->activate();
}

ModernServer::~ModernServer() { parts_->orb->destroy(); }

std::string ModernServer::echo() const { return parts_->orb->object_to_string(parts_->echo); }
std::string ModernServer::base() const { return parts_->orb->object_to_string(parts_->base); }

std::string ModernServer::echo_of_unknown_type() const {
  const auto id = parts_->root->reference_to_id(parts_->echo);
  return parts_->orb->object_to_string(parts_->root->create_reference_with_id(id, ""));
}

std::string ModernServer::forwarded() const {
  return parts_->orb->object_to_string(
      parts_->forwarding->create_reference_with_id(id_of("elsewhere"), "IDL:Echoes/Echo:1.0"));
}

std::string ModernServer::missing() const {
  return parts_->orb->object_to_string(parts_->root->create_reference("IDL:Echoes/Echo:1.0"));
}

std::uint32_t minor_of_late_call() { return minor::timeout_call; }
std::uint32_t minor_of_nil() { return minor::inv_objref_nil; }
std::uint32_t minor_of_undeclared() { return minor::unknown_user_exception; }

}  // namespace dimma::test
