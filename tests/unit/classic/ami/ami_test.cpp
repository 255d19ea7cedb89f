// Asynchronous calls with a handler of the same ORB, which is called directly, and of another one, to which the results
// and exceptions are sent.
#include "account.hpp"
#include "handler.hpp"

#include <gtest/gtest.h>

namespace classic_ami_test {
namespace {

class Orb {
 public:
  explicit Orb(const char* id) {
    int argc = 0;
    orb_ = CORBA::ORB_init(argc, nullptr, id);
    const CORBA::Object_var object = orb_->resolve_initial_references("RootPOA");
    poa_ = PortableServer::POA::_narrow(object.in());
    const PortableServer::POAManager_var manager = poa_->the_POAManager();
    manager->activate();
  }
  ~Orb() { orb_->destroy(); }
  Orb(const Orb&) = delete;
  Orb& operator=(const Orb&) = delete;

  CORBA::Object_ptr activate(PortableServer::Servant servant) {
    const PortableServer::ObjectId_var id = poa_->activate_object(servant);
    return poa_->id_to_reference(id.in());
  }
  // Returns a reference of this ORB to an object of any ORB.
  CORBA::Object_ptr copy(CORBA::Object_ptr object) {
    const CORBA::String_var text = orb_->object_to_string(object);
    return orb_->string_to_object(text.in());
  }

 private:
  CORBA::ORB_var orb_;
  PortableServer::POA_var poa_;
};

class Asynchronous : public testing::TestWithParam<const char*> {
 protected:
  Asynchronous() : client_("client"), server_("server") {
    const CORBA::Object_var account = server_.activate(&account_);
    const CORBA::Object_var seen = client_.copy(account.in());
    stub_ = Bank::Account::_narrow(seen.in());
    const bool is_remote = GetParam() == std::string("remote");
    CORBA::Object_var handler = (is_remote ? server_ : client_).activate(&handler_);
    if (is_remote) handler = client_.copy(handler.in());
    handler_stub_ = Bank::AMI_AccountHandler::_narrow(handler.in());
  }

  Account account_;
  Handler handler_;
  Orb client_;
  Orb server_;
  Bank::Account_var stub_;
  Bank::AMI_AccountHandler_var handler_stub_;
};

TEST_P(Asynchronous, PassResults) {
  {
    Bank::Lines notes;
    notes.length(1);
    notes[0] = "first";
    const CORBA::String_var payee = CORBA::string_dup("Eve");
    stub_->sendc_pay(handler_stub_.in(), 5, payee.in(), notes);
  }
  EXPECT_EQ(handler_.mailbox.take(), "done first paid Eve 5");
}

TEST_P(Asynchronous, PassArrays) {
  const Bank::Grid left = {1, 2};
  Bank::Names names;
  names[0] = "a";
  names[1] = "b";
  CORBA::Any more;
  more <<= CORBA::Long(10);
  stub_->sendc_add(handler_stub_.in(), left, names, Bank::green, more, names);
  EXPECT_EQ(handler_.mailbox.take(), "11 12 b a green");
}

TEST_P(Asynchronous, PassReferences) {
  stub_->sendc_share(handler_stub_.in(), stub_.in(), Bank::Branch::_nil());
  EXPECT_EQ(handler_.mailbox.take(), "the same");
}

TEST_P(Asynchronous, RaiseUserExceptions) {
  stub_->sendc_pay(handler_stub_.in(), 103, "Eve", Bank::Lines());
  EXPECT_EQ(handler_.mailbox.take(), "Broke Eve 3");
}

TEST_P(Asynchronous, RaiseSystemExceptions) {
  stub_->sendc_pay(handler_stub_.in(), 0, "Eve", Bank::Lines());
  EXPECT_EQ(handler_.mailbox.take(), "BAD_PARAM 17");
}

TEST_P(Asynchronous, GetAndSetAttributes) {
  stub_->sendc_get_town(handler_stub_.in());
  EXPECT_EQ(handler_.mailbox.take(), "town Ulm");
  stub_->sendc_set_balance(handler_stub_.in(), 9);
  EXPECT_EQ(handler_.mailbox.take(), "set");
  stub_->sendc_get_balance(handler_stub_.in());
  EXPECT_EQ(handler_.mailbox.take(), "balance 9");
}

TEST_P(Asynchronous, NeedNoHandlerOfAOneway) {
  stub_->sendc_notify(handler_stub_.in(), "bell");
  EXPECT_EQ(account_.notices.take(), "bell");
}

INSTANTIATE_TEST_SUITE_P(Handlers, Asynchronous, testing::Values("local", "remote"),
                         [](const testing::TestParamInfo<const char*>& tested) { return std::string(tested.param); });

class AsynchronousWithoutHandler : public Asynchronous {};

TEST_P(AsynchronousWithoutHandler, IsCalled) {
  stub_->sendc_notify(Bank::AMI_AccountHandler::_nil(), "bell");
  EXPECT_EQ(account_.notices.take(), "bell");
}

TEST_P(AsynchronousWithoutHandler, ThrowsWhatIsKnownBeforeTheRequestIsSent) {
  EXPECT_THROW(stub_->sendc_notify(handler_stub_.in(), nullptr), CORBA::BAD_PARAM);
}

INSTANTIATE_TEST_SUITE_P(Handlers, AsynchronousWithoutHandler, testing::Values("local"));

}  // namespace
}  // namespace classic_ami_test
