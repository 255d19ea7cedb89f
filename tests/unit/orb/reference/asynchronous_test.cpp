// Asynchronous calls, over real channels: the calls of their handlers. In the build without threads, these are made
// before the call returns.
#include "base/sync/sync.hpp"
#include "unit/orb/reference/asynchronous_fixture.hpp"

namespace dimma::test {

namespace {

using Heard = std::vector<std::string>;

TEST_F(AsynchronousTest, AHandlerHearsTheResults) {
  clerk_->sendc_add(handler_, 4, "text");
  EXPECT_EQ(heard_->await(1).back(), "add 5 text! text 2");
  CORBA::Any thing;
  thing <<= std::int32_t{3};
  clerk_->sendc_copy(handler_, CORBA::make_reference<IDL::traits<Desk::Note>::obv_type>(8, nullptr), thing);
  EXPECT_EQ(heard_->await(2).back(), "copy 9 8 seen clerk");
  clerk_->sendc_turn(handler_, {{{1, 2, 3}, {4, 5, 6}}});
  EXPECT_EQ(heard_->await(3).back(), "turn 4 3");
  clerk_->sendc_class(handler_);
  EXPECT_EQ(heard_->await(4).back(), "class");
}

TEST_F(AsynchronousTest, InheritedOperationsAndAttributes) {
  clerk_->sendc_label(handler_, "a drawer");
  EXPECT_EQ(heard_->await(1).back(), "label label of a drawer");
  clerk_->sendc_get_pages(handler_);
  EXPECT_EQ(heard_->await(2).back(), "pages 12");
  clerk_->sendc_unlock(handler_, "sesame");
  EXPECT_EQ(heard_->await(3).back(), "unlocked");
  clerk_->sendc_set_title(handler_, "head clerk");
  EXPECT_EQ(heard_->await(4).back(), "set_title");
  clerk_->sendc_get_title(handler_);
  EXPECT_EQ(heard_->await(5).back(), "title head clerk");
  const IDL::traits<Desk::Drawer>::ref_type drawer = clerk_;
  drawer->sendc_get_pages(handler_);
  EXPECT_EQ(heard_->await(6).back(), "pages 12");
}

TEST_F(AsynchronousTest, ExceptionsKeepTheirTypes) {
  clerk_->sendc_add(handler_, -3, "text");
  EXPECT_EQ(heard_->await(1).back(), "add_excep Refused negative -3");
  clerk_->sendc_fail(handler_, "unknown");
  EXPECT_EQ(heard_->await(2).back(), "fail_excep Unknown");
  clerk_->sendc_fail(handler_, "system");
  EXPECT_EQ(heard_->await(3).back(), "fail_excep NO_PERMISSION");
  clerk_->sendc_label(handler_, "");
  EXPECT_EQ(heard_->await(4).back(), "label_excep Unknown");
  clerk_->sendc_set_title(handler_, "");
  EXPECT_EQ(heard_->await(5).back(), "set_title_excep Refused empty 0");
}

class OnewayHandler final : public virtual Handler {
 public:
  void hear() override { note("heard"); }
};

TEST_F(AsynchronousTest, ExceptionsBringReferencesToAnyCaller) {
  try {
    clerk_->label("elsewhere");
    ADD_FAILURE() << "nothing was raised";
  } catch (const Desk::Unknown& unknown) {
    EXPECT_TRUE(unknown.who_knows()->_is_equivalent(clerk_));
  }
  clerk_->sendc_label(handler_, "elsewhere");
  EXPECT_EQ(heard_->await(1), Heard{"label_excep Unknown, ask clerk"});
}

TEST_F(AsynchronousTest, AOnewayIsAnsweredToo) {
  clerk_->sendc_hear(handler_, "ignored");  // its handler leaves that operation out
  const auto servant = CORBA::make_reference<OnewayHandler>();
  const auto handler =
      Handlers::replyhandler_traits::narrow(client_root_->id_to_reference(client_root_->activate_object(servant)));
  clerk_->sendc_hear(handler, "text");
  EXPECT_EQ(servant->await(1), Heard{"heard"});
  EXPECT_EQ(servant_->heard(), "text");
}

TEST_F(AsynchronousTest, NobodyHearsWithoutAHandler) {
  clerk_->sendc_set_title({}, "quiet");
  clerk_->sendc_fail(nullptr, "refused");
  clerk_->sendc_get_title(handler_);
  EXPECT_EQ(heard_->await(1), Heard{"title quiet"});
}

TEST_F(AsynchronousTest, AHandlerMayCallAndBeginCalls) {
  heard_->also = [this](const std::string& what) {
    if (what == "class") clerk_->sendc_set_title(handler_, "by a handler, " + std::to_string(clerk_->pages()));
    if (what == "set_title") clerk_->sendc_get_title(handler_);
  };
  clerk_->sendc_class(handler_);
  EXPECT_EQ(heard_->await(3).back(), "title by a handler, 12");
}

TEST_F(AsynchronousTest, ExceptionsOfHandlersAreDropped) {
  heard_->also = [](const std::string&) { throw CORBA::NO_PERMISSION(); };
  for (int i = 0; i < 3; ++i) clerk_->sendc_class(handler_);
  EXPECT_EQ(heard_->await(3).size(), 3U);
}

TEST_F(AsynchronousTest, AHandlerMayBeElsewhere) {
  const auto remote = CORBA::make_reference<Handler>();
  server_root_->activate_object(remote);
  const auto handler = seen_by<Desk::AMI_ClerkHandler>(client_, server_, server_root_, remote);
  clerk_->sendc_add(handler, 1, "b");
  EXPECT_EQ(remote->await(1).back(), "add 2 b! b 2");
  clerk_->sendc_add(handler, -1, "b");
  EXPECT_EQ(remote->await(2).back(), "add_excep Refused negative -1");
  clerk_->sendc_fail(handler, "system");
  EXPECT_EQ(remote->await(3).back(), "fail_excep NO_PERMISSION");
}

class Forwarder : public virtual IDL::traits<PortableServer::ServantLocator>::base_type {
 public:
  explicit Forwarder(ClerkRef to) : to_(std::move(to)) {}
  CORBA::servant_reference<PortableServer::Servant> preinvoke(const PortableServer::ObjectId&,
                                                              CORBA::object_reference<PortableServer::POA>,
                                                              const CORBA::Identifier&, Cookie&) override {
    throw PortableServer::ForwardRequest(to_);
  }
  void postinvoke(const PortableServer::ObjectId&, CORBA::object_reference<PortableServer::POA>,
                  const CORBA::Identifier&, Cookie, CORBA::servant_reference<PortableServer::Servant>) override {}

 private:
  const ClerkRef to_;
};

TEST_F(AsynchronousTest, AForwardIsFollowed) {
  using namespace PortableServer;
  const auto poa = server_root_->create_POA(
      "forwarding", server_root_->the_POAManager(),
      {server_root_->create_request_processing_policy(RequestProcessingPolicyValue::USE_SERVANT_MANAGER),
       server_root_->create_servant_retention_policy(ServantRetentionPolicyValue::NON_RETAIN)});
  const auto real = narrow_unchecked<Desk::Clerk>(server_root_->servant_to_reference(servant_));
  poa->set_servant_manager(CORBA::make_reference<Forwarder>(real));
  const auto text = server_->object_to_string(poa->create_reference("IDL:dimma.test/Desk/Clerk:1.0"));
  const auto clerk = narrow_unchecked<Desk::Clerk>(client_->string_to_object(text));
  clerk->sendc_add(handler_, 2, "b");
  EXPECT_EQ(heard_->await(1).back(), "add 3 b! b 2");
  clerk->sendc_get_pages(handler_);
  EXPECT_EQ(heard_->await(2).back(), "pages 12");
}

TEST_F(AsynchronousTest, AListOfTypesMakesOtherExceptionsKnown) {
  const auto holder = Messaging::ExceptionHolder::_of(Desk::Refused("x", 1), {}, nullptr);
  EXPECT_THROW(holder->raise_exception(), CORBA::UNKNOWN);
  EXPECT_THROW(holder->raise_exception_with_list({Desk::_tc_Refused}), CORBA::UserException);
  EXPECT_THROW(holder->raise_exception_with_list({Desk::_tc_Unknown}), CORBA::UNKNOWN);
}

TEST_F(AsynchronousTest, ASystemExceptionInAReplyIsTheAnswerAndNotSentAgain) {
  for (const std::string qos : {"", "processing=pool(2)", "messages=2", "demultiplexing=task"}) {
    if (!sync::has_threads && qos != "" && qos != "messages=2") continue;
    const auto clerk = bound(qos);
    const int before = servant_->failures;
    const auto heard = heard_->count();
    clerk->sendc_fail(handler_, "lost");
    EXPECT_EQ(heard_->await(heard + 1).back(), "fail_excep TRANSIENT") << qos;
    EXPECT_EQ(servant_->failures, before + 1) << qos;
  }
}

}  // namespace
}  // namespace dimma::test
