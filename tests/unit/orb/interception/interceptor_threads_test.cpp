// Interceptors of asynchronous calls, and of requests that are longer than a socket holds.
#include "unit/orb/interception/interceptor_fixture.hpp"

#include <algorithm>

namespace dimma::test {
namespace {

TEST_F(InterceptorTest, AnAsynchronousCallIsOverWhenItIsSent) {
  client_spy("c")->also = [](const std::string& point, const ClientInfo& ri) {
    if (point == "send_request") ri->add_request_service_context(context_of(0xabc, "along"), false);
  };
  std::string request;
  server_spy("s")->also = [&](const std::string& point, const ServerInfo& ri) {
    if (point == "receive_request") request = context_text(ri->get_request_service_context(0xabc));
  };
  start();
  const auto heard = CORBA::make_reference<Handler>();
  auto root = IDL::traits<PortableServer::POA>::narrow(client_->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  const auto handler = Handlers::replyhandler_traits::narrow(root->id_to_reference(root->activate_object(heard)));
  const auto asynchronous = CORBA::amic_traits<Desk::Clerk>::narrow(clerk_);
  asynchronous->sendc_get_pages(handler);
  EXPECT_EQ(heard->await(1), Log{"pages 12"});
  EXPECT_EQ(request, "along");
  const auto log = journal_.take();
  EXPECT_EQ(std::count(log.begin(), log.end(), "c receive_other _get_pages"), 1);
  EXPECT_EQ(std::count(log.begin(), log.end(), "c receive_reply _get_pages"), 0);
  client_spies_.front()->also = [](const std::string& point, const ClientInfo&) {
    if (point == "send_request") throw CORBA::NO_PERMISSION(5, CORBA::COMPLETED_NO);
  };
  EXPECT_RAISES(asynchronous->sendc_get_pages(handler), CORBA::NO_PERMISSION, 5);
}

TEST_F(InterceptorTest, LongMessagesHaveContextsToo) {
  Log replies;
  client_spy("c")->also = [&](const std::string& point, const ClientInfo& ri) {
    if (point == "send_request") ri->add_request_service_context(context_of(0xabc, "along"), false);
    if (point == "receive_reply") replies.push_back(context_text(ri->get_reply_service_context(0xdef)));
  };
  server_spy("s")->also = [](const std::string& point, const ServerInfo& ri) {
    if (point != "send_reply") return;
    ri->add_reply_service_context(context_of(0xdef, "with " + context_text(ri->get_request_service_context(0xabc))),
                                  true);
  };
  start();
  for (const auto* const qos : {"", "processing=nullTask,messages=1"}) {
    auto binding = dimma::bind(clerk_, EngineeringQoS::parse(qos));
    CORBA::Any thing;
    thing <<= CORBA::OctetSeq(300'000, 7);
    ClerkRef itself;
    binding->copy(CORBA::make_reference<IDL::traits<Desk::Note>::obv_type>(8, nullptr), thing, itself);
  }
  EXPECT_EQ(replies, Log(2, "with along"));
}

}  // namespace
}  // namespace dimma::test
