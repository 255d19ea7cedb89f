// Servants that are not in the active object map: default servants, servant managers, adapter activators; and Current.

#include "fixture.hpp"

#include <dimma/classic/poa_current.hpp>
#include <dimma/classic/poa_servants.hpp>
#include <dimma/classic/servant_var.hpp>

#include <memory>
#include <string>
#include <vector>

namespace classic_test {
namespace {

namespace PS = PortableServer;

class ServantManagers : public ServantsTest {
 protected:
  PS::POA* with_manager(PS::ServantRetentionPolicyValue retention) {
    return child("managed", list_of(root->create_request_processing_policy(PS::USE_SERVANT_MANAGER),
                                    root->create_servant_retention_policy(retention),
                                    root->create_id_assignment_policy(PS::USER_ID)));
  }
  CORBA::Object* named(PS::POA* poa, const char* name) {
    const PS::ObjectId_var id(PS::string_to_ObjectId(name));
    return poa->create_reference_with_id(id.in(), "IDL:Sample/Counter:1.0");
  }
};

class Activator : public virtual PS::ServantActivator, public virtual CORBA::LocalObject {
 public:
  PS::Servant incarnate(const PS::ObjectId& id, PS::POA_ptr adapter) override {
    const CORBA::String_var name(adapter->the_name());
    EXPECT_STREQ(name.in(), "managed");
    if (text_of(id) == "elsewhere") throw PS::ForwardRequest(elsewhere.in());
    if (text_of(id) == "nowhere") return nullptr;
    if (text_of(id) == "secret") throw CORBA::NO_PERMISSION(5, CORBA::COMPLETED_NO);
    return new CountingServant;
  }
  void etherealize(const PS::ObjectId& id, PS::POA_ptr, PS::Servant servant, CORBA::Boolean cleanup_in_progress,
                   CORBA::Boolean remaining_activations) override {
    EXPECT_FALSE(remaining_activations);
    etherealized.push_back(text_of(id) + (cleanup_in_progress ? " (cleanup)" : ""));
    if (deletes) {
      delete servant;
    } else {
      servant->_remove_ref();
    }
  }

  bool deletes = false;
  CORBA::Object_var elsewhere;
  std::vector<std::string> etherealized;
};

TEST_F(ServantManagers, AnActivatorMakesServantsThatStay) {
  const PS::POA_var poa(with_manager(PS::RETAIN));
  auto* const activator = new Activator;
  const PS::ServantActivator_var manager(activator);
  poa->set_servant_manager(manager.in());
  EXPECT_THROW(poa->set_servant_manager(manager.in()), CORBA::BAD_INV_ORDER);
  const PS::ServantManager_var same(poa->get_servant_manager());
  EXPECT_EQ(same.in(), static_cast<PS::ServantManager*>(activator));

  const CORBA::Object_var object(named(poa.in(), "one"));
  EXPECT_EQ(over_tcp(object.in())->add(1), 1);
  EXPECT_EQ(over_tcp(object.in())->add(1), 2);
  EXPECT_EQ(CountingServant::alive, 1);
  const PS::ObjectId_var id(poa->reference_to_id(object.in()));
  poa->deactivate_object(id.in());
  EXPECT_EQ(activator->etherealized, std::vector<std::string>{"one"});
  EXPECT_EQ(CountingServant::alive, 0);

  activator->deletes = true;
  EXPECT_EQ(here(object.in())->add(1), 1);
  poa->destroy(true, true);
  EXPECT_EQ(activator->etherealized.back(), "one (cleanup)");
  EXPECT_EQ(CountingServant::alive, 0);
}

TEST_F(ServantManagers, AnActivatorMayForwardOrRefuse) {
  const PS::POA_var poa(with_manager(PS::RETAIN));
  auto* const activator = new Activator;
  const PS::ServantActivator_var manager(activator);
  poa->set_servant_manager(manager.in());
  CountingServant servant;
  activator->elsewhere = servant._this();
  EXPECT_EQ(over_tcp(CORBA::Object_var(named(poa.in(), "elsewhere")).in())->add(6), 6);
  EXPECT_EQ(servant.count(), 6);
  EXPECT_THROW(over_tcp(CORBA::Object_var(named(poa.in(), "nowhere")).in())->add(1), ::CORBA::OBJ_ADAPTER);
  try {
    over_tcp(CORBA::Object_var(named(poa.in(), "secret")).in())->add(1);
    FAIL() << "add() has returned";
  } catch (const ::CORBA::NO_PERMISSION& exception) {
    EXPECT_EQ(exception.minor(), 5U);
  }
}

class Locator : public virtual PS::ServantLocator, public virtual CORBA::LocalObject {
 public:
  PS::Servant preinvoke(const PS::ObjectId& id, PS::POA_ptr, const char* operation, Cookie& cookie) override {
    cookie = new std::string(text_of(id) + "." + operation);
    return new CountingServant;
  }
  void postinvoke(const PS::ObjectId&, PS::POA_ptr, const char* operation, Cookie cookie,
                  PS::Servant servant) override {
    const std::unique_ptr<std::string> text(static_cast<std::string*>(cookie));
    calls.push_back(*text);
    servant->_remove_ref();
    if (std::string(operation) == "ping") throw CORBA::TRANSIENT(9, CORBA::COMPLETED_YES);
  }

  std::vector<std::string> calls;
};

TEST_F(ServantManagers, ALocatorReturnsAServantForEachRequest) {
  const PS::POA_var poa(with_manager(PS::NON_RETAIN));
  auto* const locator = new Locator;
  const PS::ServantLocator_var manager(locator);
  poa->set_servant_manager(manager.in());
  const CORBA::Object_var object(named(poa.in(), "one"));
  EXPECT_EQ(over_tcp(object.in())->add(1), 1);
  const classic_sample::Counter_var local(classic_sample::Counter::_narrow(object.in()));
  EXPECT_EQ(local->add(1), 1);
  EXPECT_EQ(locator->calls, (std::vector<std::string>{"one.add", "one.add"}));
  EXPECT_THROW(over_tcp(object.in())->ping(), ::CORBA::TRANSIENT);
  poa->destroy(false, true);
  EXPECT_EQ(CountingServant::alive, 0);
}

TEST_F(ServantManagers, AManagerOfTheWrongKindIsRefused) {
  const PS::POA_var poa(with_manager(PS::NON_RETAIN));
  const PS::ServantActivator_var activator(new Activator);
  EXPECT_THROW(poa->set_servant_manager(activator.in()), CORBA::OBJ_ADAPTER);
  EXPECT_THROW(poa->set_servant_manager(nullptr), CORBA::OBJ_ADAPTER);
  const PS::ServantManager_var none(poa->get_servant_manager());
  EXPECT_TRUE(CORBA::is_nil(none.in()));
  EXPECT_THROW(root->set_servant_manager(activator.in()), PS::POA::WrongPolicy);
}

// Derives as programs for CORBA 2.2 do.
class OldActivator : public ::dimma::classic::POA_PortableServer::ServantActivator, public PS::RefCountServantBase {
 public:
  ~OldActivator() override { ++ended; }
  PS::Servant incarnate(const PS::ObjectId&, PS::POA_ptr) override { return new CountingServant; }
  void etherealize(const PS::ObjectId&, PS::POA_ptr, PS::Servant servant, CORBA::Boolean, CORBA::Boolean) override {
    servant->_remove_ref();
  }
  static int ended;
};
int OldActivator::ended = 0;

TEST_F(ServantManagers, AnActivatorMayBeAServantAsInOlderPrograms) {
  auto* const activator = new OldActivator;
  {
    const PS::POA_var poa(with_manager(PS::RETAIN));
    const PS::ServantActivator_var manager(activator->_this());
    poa->set_servant_manager(manager.in());
    EXPECT_EQ(over_tcp(CORBA::Object_var(named(poa.in(), "one")).in())->add(1), 1);
    EXPECT_EQ(OldActivator::ended, 0);
    poa->destroy(true, true);
  }
  activator->_remove_ref();
  orb->shutdown(true);
  EXPECT_EQ(OldActivator::ended, 1);
  EXPECT_EQ(CountingServant::alive, 0);
}

TEST_F(ServantManagers, ADefaultServantServesAllObjects) {
  const PS::POA_var poa(child("default", list_of(root->create_request_processing_policy(PS::USE_DEFAULT_SERVANT),
                                                 root->create_id_uniqueness_policy(PS::MULTIPLE_ID),
                                                 root->create_id_assignment_policy(PS::USER_ID))));
  EXPECT_THROW(poa->get_servant(), PS::POA::NoServant);
  EXPECT_THROW(root->get_servant(), PS::POA::WrongPolicy);
  CountingServant servant;
  poa->set_servant(&servant);
  const PS::ServantBase_var same(poa->get_servant());
  EXPECT_EQ(same.in(), &servant);
  EXPECT_EQ(servant._refcount_value(), 3U);
  EXPECT_EQ(over_tcp(CORBA::Object_var(named(poa.in(), "one")).in())->add(1), 1);
  EXPECT_EQ(over_tcp(CORBA::Object_var(named(poa.in(), "two")).in())->add(1), 2);
  poa->destroy(false, true);
}

class ChildMaker : public virtual PS::AdapterActivator, public virtual CORBA::LocalObject {
 public:
  CORBA::Boolean unknown_adapter(PS::POA_ptr parent, const char* name) override {
    if (std::string(name) != "made") return false;
    const PS::POAManager_var manager(parent->the_POAManager());
    const PS::POA_var made(parent->create_POA(name, manager.in(), CORBA::PolicyList()));
    return true;
  }
};

TEST_F(ServantManagers, AnAdapterActivatorMakesChildren) {
  const PS::AdapterActivator_var none(root->the_activator());
  EXPECT_TRUE(CORBA::is_nil(none.in()));
  const PS::AdapterActivator_var activator(new ChildMaker);
  root->the_activator(activator.in());
  const PS::AdapterActivator_var same(root->the_activator());
  EXPECT_EQ(same.in(), activator.in());
  const PS::POA_var made(root->find_POA("made", true));
  const CORBA::String_var name(made->the_name());
  EXPECT_STREQ(name.in(), "made");
  EXPECT_THROW(root->find_POA("other", true), PS::POA::AdapterNonExistent);
  root->the_activator(nullptr);
  EXPECT_THROW(root->find_POA("third", true), PS::POA::AdapterNonExistent);
}

// Asks Current about the request.
class Asking : public CountingServant {
 public:
  explicit Asking(PS::Current_ptr current) : current_(PS::Current::_duplicate(current)) {}
  void ping() override {
    const PS::POA_var poa(current_->get_POA());
    const CORBA::String_var name(poa->the_name());
    EXPECT_STREQ(name.in(), "RootPOA");
    const PS::ObjectId_var id(current_->get_object_id());
    const CORBA::Object_var object(current_->get_reference());
    const classic_sample::Counter_var self(_this());
    EXPECT_TRUE(object->_is_equivalent(self.in()));
    const PS::ServantBase_var servant(current_->get_servant());
    EXPECT_EQ(servant.in(), this);
    CountingServant::ping();
  }

 private:
  const PS::Current_var current_;
};

TEST_F(ServantManagers, CurrentKnowsTheRequest) {
  const CORBA::Object_var object(orb->resolve_initial_references("POACurrent"));
  const PS::Current_var current(PS::Current::_narrow(object.in()));
  ASSERT_FALSE(CORBA::is_nil(current.in()));
  EXPECT_THROW(current->get_POA(), PS::Current::NoContext);
  Asking servant(current.in());
  const classic_sample::Counter_var counter(servant._this());
  over_tcp(counter.in())->ping();
  counter->ping();
  EXPECT_EQ(servant.pings, 2);
}

}  // namespace
}  // namespace classic_test
