// Traces through several ORBs: a client, a server that it calls, and one that this calls in turn.

#include "base/log/log.hpp"
#include "unit/orb/deferred/deferred_fixture.hpp"

#include <dimma/observation.hpp>
#include <dimma/trace.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace dimma::test {
namespace {

using trace::Context;
using trace::Kind;
using trace::Span;
using trace::SpanId;
using OrbRef = CORBA::object_reference<CORBA::ORB>;
using PoaRef = CORBA::object_reference<PortableServer::POA>;

// Returns its trace context as text, or calls the next relay.
class Relay : public ClerkServant {
 public:
  std::string label(const std::string& wanted) override {
    if (wanted == "context") {
      const Context context = trace::current();
      return context.is_valid() ? trace::traceparent(context) + ' ' + context.trace_state : "none";
    }
    return next ? next->label(wanted) : ClerkServant::label(wanted);
  }
  ClerkRef next;
};

using Options = std::vector<std::string>;
const Options traced{"--dimma-trace", "on"};
const Options sampled_out{"--dimma-trace", "on", "--dimma-trace-sample", "0"};
const Options untraced{};

// An ORB with a servant, and references to it in other ORBs.
class End {
 public:
  End(const std::string& id, Options options, const std::string& qos = {}) {
    options.insert(options.begin(), {"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-qos", qos});
    orb = CORBA::ORB_init(options, id);
    root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
  }
  ~End() {
    orb->destroy();  // from here on, none of its threads is in the servant
    relay->next = nullptr;
  }
  ClerkRef seen_by(const OrbRef& other) { return seen_by<Relay>(other, relay); }
  template <class Servant>
  ClerkRef seen_by(const OrbRef& other, const CORBA::servant_reference<Servant>& servant) {
    const auto text = orb->object_to_string(root->servant_to_reference(servant));
    return narrow_unchecked<Desk::Clerk>(other->string_to_object(text));
  }
  // Waits, as a span may end after its reply.
  std::vector<Span> spans(std::size_t count) const {
    std::vector<Span> taken;
    for (int tries = 0; tries < 2000 && taken.size() < count; ++tries) {
      for (auto& span : trace::take_spans(orb)) taken.push_back(std::move(span));
      if (taken.size() < count) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    for (auto& span : trace::take_spans(orb)) taken.push_back(std::move(span));
    EXPECT_EQ(taken.size(), count);
    taken.resize(count);
    return taken;
  }

  OrbRef orb;
  PoaRef root;
  const CORBA::servant_reference<Relay> relay = CORBA::make_reference<Relay>();
};

void expect_child(const Span& child, const Span& parent) {
  EXPECT_EQ(child.context.trace_id, parent.context.trace_id);
  EXPECT_EQ(child.parent, parent.context.span_id);
  EXPECT_NE(child.context.span_id, parent.context.span_id);
}

class Tracing : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Channels, Tracing,
                         testing::Values("transport=tcp", "transport=unix", "transport=shm",
                                         "transport=tcp,processing=nullTask,messages=1",
                                         "transport=tcp,processing=pool(2)", "transport=shm,messages=3"));

class AsynchronousTracing : public Tracing {};

INSTANTIATE_TEST_SUITE_P(Channels, AsynchronousTracing,
                         testing::Values("transport=tcp", "transport=unix", "transport=shm",
                                         "transport=tcp,processing=pool(2)", "transport=shm,messages=3"));

TEST_P(Tracing, OneTraceFromTheClientThroughBothServers) {
  End last("last", traced, GetParam());
  End middle("middle", traced, GetParam());
  End client("client", traced, GetParam());
  middle.relay->next = last.seen_by(middle.orb);
  const auto clerk = middle.seen_by(client.orb);
  EXPECT_EQ(clerk->label("x"), "label of x");
  const auto at_client = client.spans(1);
  const auto at_middle = middle.spans(2);
  const auto at_last = last.spans(1);
  const Span& root = at_client[0];
  EXPECT_EQ(root.parent, SpanId{});
  EXPECT_EQ(root.kind, Kind::client);
  EXPECT_TRUE(root.context.is_sampled());
  EXPECT_FALSE(root.has_remote_parent);
  EXPECT_EQ(root.interface, "dimma.test.Desk.Clerk");
  EXPECT_EQ(root.operation, "label");
  EXPECT_EQ(root.place->protocol, "iiop");
  const std::string qos = GetParam();
  const std::string transport = qos.substr(10, qos.find(',') - 10);
  EXPECT_EQ(root.place->transport, transport);
  EXPECT_NE(root.place->qos.find("transport=" + transport), std::string::npos) << root.place->qos;
  if (transport == "tcp") {
    EXPECT_EQ(root.place->address, "127.0.0.1");
  }
  EXPECT_EQ(root.place->port != 0, transport == "tcp");
  EXPECT_GT(root.duration.count(), 0);
  // The call of the middle has ended before the request that it serves.
  const auto served = std::ranges::find(at_middle, Kind::server, &Span::kind);
  const auto called = std::ranges::find(at_middle, Kind::client, &Span::kind);
  ASSERT_NE(served, at_middle.end());
  ASSERT_NE(called, at_middle.end());
  expect_child(*served, root);
  expect_child(*called, *served);
  expect_child(at_last[0], *called);
  EXPECT_TRUE(served->has_remote_parent);
  EXPECT_EQ(served->interface, "dimma.test.Desk.Clerk");
  EXPECT_EQ(served->operation, "label");
  EXPECT_EQ(served->place->transport, transport);
  EXPECT_LE(called->duration, served->duration);
  EXPECT_TRUE(root.exception.empty());
}

TEST_P(Tracing, ASampledOutTraceIsSampledOutEverywhere) {
  End last("last", traced, GetParam());
  End middle("middle", traced, GetParam());
  End client("client", sampled_out, GetParam());
  middle.relay->next = last.seen_by(middle.orb);
  const auto clerk = middle.seen_by(client.orb);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(clerk->label("x"), "label of x");
  // The servant has a context, which it could pass on by other means, and which is not sampled.
  const std::string context = clerk->label("context");
  EXPECT_EQ(context.substr(52, 3), "-00") << context;
  for (const auto* end : {&client, &middle, &last}) EXPECT_EQ(trace::counts(end->orb).finished, 0U);
}

TEST_P(Tracing, TheFlagThatArrivesDecides) {
  End last("last", sampled_out, GetParam());
  End middle("middle", sampled_out, GetParam());
  End client("client", traced, GetParam());
  middle.relay->next = last.seen_by(middle.orb);
  const auto clerk = middle.seen_by(client.orb);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(clerk->label("x"), "label of x");
  client.spans(5);
  middle.spans(10);
  last.spans(5);
}

TEST_P(Tracing, AServerBeginsTheTraceOfAClientWithoutOne) {
  End last("last", traced, GetParam());
  End middle("middle", traced, GetParam());
  End client("client", untraced, GetParam());
  middle.relay->next = last.seen_by(middle.orb);
  EXPECT_EQ(middle.seen_by(client.orb)->label("x"), "label of x");
  const auto at_middle = middle.spans(2);
  const auto at_last = last.spans(1);
  const auto served = std::ranges::find(at_middle, Kind::server, &Span::kind);
  const auto called = std::ranges::find(at_middle, Kind::client, &Span::kind);
  ASSERT_NE(served, at_middle.end());
  ASSERT_NE(called, at_middle.end());
  EXPECT_EQ(served->parent, SpanId{});
  EXPECT_FALSE(served->has_remote_parent);
  expect_child(*called, *served);
  expect_child(at_last[0], *called);
  EXPECT_TRUE(trace::take_spans(client.orb).empty());
}

TEST_P(Tracing, AServerThatDoesNotTraceIsCalledAsEver) {
  End server("server", untraced, GetParam());
  End client("client", traced, GetParam());
  const auto clerk = server.seen_by(client.orb);
  EXPECT_EQ(clerk->label("x"), "label of x");
  EXPECT_EQ(clerk->label("context"), "none");
  client.spans(2);
}

TEST_P(Tracing, TheContextOfTheApplicationIsTheParent) {
  End server("server", traced, GetParam());
  End client("client", traced, GetParam());
  const auto clerk = server.seen_by(client.orb);
  const auto context = trace::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "rojo=1,congo=2");
  ASSERT_TRUE(context);
  std::string in_servant;
  {
    const trace::Scope scope(*context);
    in_servant = clerk->label("context");
    clerk->pages();
  }
  const auto calls = client.spans(2);
  for (const Span& call : calls) {
    EXPECT_EQ(call.context.trace_id, context->trace_id);
    EXPECT_EQ(call.parent, context->span_id);
    EXPECT_EQ(call.context.trace_state, "rojo=1,congo=2");
  }
  const auto served = server.spans(2);
  EXPECT_EQ(in_servant, trace::traceparent(served[0].context) + " rojo=1,congo=2");
  // After the scope another trace begins.
  clerk->pages();
  EXPECT_NE(client.spans(1)[0].context.trace_id, context->trace_id);
}

TEST_P(Tracing, AContextOfTheApplicationThatIsNotSampledIsPassedOn) {
  End last("last", traced, GetParam());
  End middle("middle", traced, GetParam());
  End client("client", traced, GetParam());
  middle.relay->next = last.seen_by(middle.orb);
  const auto clerk = middle.seen_by(client.orb);
  const auto context = trace::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00", "rojo=1");
  ASSERT_TRUE(context);
  const trace::Scope scope(*context);
  EXPECT_EQ(clerk->label("context"), trace::traceparent(*context) + " rojo=1");
  EXPECT_EQ(clerk->label("x"), "label of x");
  for (const auto* end : {&client, &middle, &last}) EXPECT_EQ(trace::counts(end->orb).finished, 0U);
}

TEST_P(Tracing, ExceptionsAreTheStatusAtBothEnds) {
  End server("server", traced, GetParam());
  End client("client", traced, GetParam());
  const auto clerk = server.seen_by(client.orb);
  EXPECT_THROW(clerk->fail("refused"), Desk::Refused);
  EXPECT_THROW(clerk->fail("system"), CORBA::NO_PERMISSION);
  for (const auto& spans : {client.spans(2), server.spans(2)}) {
    EXPECT_EQ(spans[0].exception, "IDL:dimma.test/Desk/Refused:1.0");
    EXPECT_EQ(spans[0].interface, "dimma.test.Desk.Clerk");
    EXPECT_EQ(spans[1].exception, "IDL:omg.org/CORBA/NO_PERMISSION:1.0");
    EXPECT_EQ(spans[1].minor, 77U);
  }
}

TEST_P(Tracing, OnewaysAreSpans) {
  End server("server", traced, GetParam());
  End client("client", traced, GetParam());
  server.seen_by(client.orb)->hear("x");
  const auto sent = client.spans(1);
  expect_child(server.spans(1)[0], sent[0]);
}

TEST_P(Tracing, IsDoneBesideMetricsAndTheRecorder) {
  const Options observed{"--dimma-trace", "on", "--dimma-metrics", "on", "--dimma-recorder", "10"};
  End server("server", observed, GetParam());
  End client("client", observed, GetParam());
  const auto clerk = server.seen_by(client.orb);
  EXPECT_EQ(clerk->pages(), 12);
  EXPECT_THROW(clerk->fail("refused"), Desk::Refused);
  const auto called = client.spans(2);
  const auto served = server.spans(2);
  for (std::size_t i = 0; i < 2; ++i) expect_child(served[i], called[i]);
  for (const auto* end : {&client, &server}) {
    std::uint64_t failures = 0;
    for (int tries = 0; tries < 1000 && failures == 0; ++tries) {
      for (const auto& channel : observation::metrics(end->orb)) {
        for (const auto& operation : channel.operations) {
          for (const auto& failure : operation.failures) failures += failure.count;
        }
      }
      if (failures == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(failures, 1U);
  }
}

// A call that is sent at once, or after connecting, belongs to the trace of its caller.
TEST_P(AsynchronousTracing, AsynchronousCallsBelongToTheirCaller) {
  End server("server", traced, GetParam());
  End client("client", traced, GetParam());
  const auto heard = CORBA::make_reference<Handler>();
  const auto handler =
      Handlers::replyhandler_traits::narrow(client.root->id_to_reference(client.root->activate_object(heard)));
  const auto clerk = server.seen_by(client.orb);
  const Context context = trace::make_root();
  std::vector<Context> in_handler(2);
  std::size_t calls = 0;
  heard->also = [&](const std::string&) { in_handler.at(calls++) = trace::current(); };
  for (std::size_t i = 0; i < 2; ++i) {
    {
      const trace::Scope scope(context);
      clerk->sendc_label(handler, "x");
    }
    EXPECT_EQ(heard->await(i + 1).back(), "label label of x");
  }
  const auto called = client.spans(2);
  const auto served = server.spans(2);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(called[i].parent, context.span_id);
    EXPECT_EQ(called[i].context.trace_id, context.trace_id);
    expect_child(served[i], called[i]);
  }
  client.orb->shutdown(true);
  for (const Context& each : in_handler) EXPECT_EQ(each, context);
}

TEST_P(AsynchronousTracing, AnAsynchronousCallThatFailsIsASpanWithItsException) {
  End server("server", traced, GetParam());
  End client("client", traced, GetParam());
  const auto heard = CORBA::make_reference<Handler>();
  const auto handler =
      Handlers::replyhandler_traits::narrow(client.root->id_to_reference(client.root->activate_object(heard)));
  server.seen_by(client.orb)->sendc_fail(handler, "refused");
  EXPECT_EQ(heard->await(1).back(), "fail_excep Refused as told 5");
  EXPECT_EQ(client.spans(1)[0].exception, "IDL:dimma.test/Desk/Refused:1.0");
  client.orb->shutdown(true);
}

TEST_P(AsynchronousTracing, ASpanLastsUntilTheDeferredReply) {
  End server("server", traced, GetParam());
  End client("client", traced, GetParam());
  const auto heard = CORBA::make_reference<Handler>();
  const auto handler =
      Handlers::replyhandler_traits::narrow(client.root->id_to_reference(client.root->activate_object(heard)));
  const auto later = CORBA::make_reference<LaterClerk>();
  const auto clerk = server.seen_by<LaterClerk>(client.orb, later);
  clerk->sendc_hold(handler, 1);
  later->await_held(1);
  EXPECT_EQ(trace::counts(server.orb).finished, 0U);
  later->take()();
  EXPECT_EQ(heard->await(1).back(), "hold");
  const auto called = client.spans(1);
  const auto served = server.spans(1);
  expect_child(served[0], called[0]);
  EXPECT_EQ(served[0].interface, "dimma.test.Desk.Clerk");
  client.orb->shutdown(true);
}

// It is dispatched twice, and served once.
TEST(TracingOfRequests, OneThatIsHeldIsOneSpan) {
  End server("server", traced);
  End client("client", traced);
  const auto clerk = server.seen_by(client.orb);
  EXPECT_EQ(clerk->pages(), 12);
  server.spans(1);
  client.spans(1);
  server.root->the_POAManager()->hold_requests(false);
  std::thread caller([&] { EXPECT_EQ(clerk->label("x"), "label of x"); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // usually the request is held by then
  server.root->the_POAManager()->activate();
  caller.join();
  const auto called = client.spans(1);
  expect_child(server.spans(1)[0], called[0]);
  EXPECT_EQ(trace::counts(server.orb).finished, 2U);
}

class Elsewhere : public virtual IDL::traits<PortableServer::ServantActivator>::base_type {
 public:
  explicit Elsewhere(ClerkRef to) : to_(std::move(to)) {}
  CORBA::servant_reference<PortableServer::Servant> incarnate(const PortableServer::ObjectId&,
                                                              CORBA::object_reference<PortableServer::POA>) override {
    throw PortableServer::ForwardRequest(to_);
  }
  void etherealize(const PortableServer::ObjectId&, CORBA::object_reference<PortableServer::POA>,
                   CORBA::servant_reference<PortableServer::Servant>, bool, bool) override {}

 private:
  const ClerkRef to_;
};

// An asynchronous call that is forwarded continues on another thread, and stays in the trace of its caller.
TEST(TracingOfRequests, AForwardedCallStaysInItsTrace) {
  End server("server", traced);
  End client("client", traced);
  const auto poa = server.root->create_POA("forwarding", server.root->the_POAManager(),
                                           {server.root->create_request_processing_policy(
                                               PortableServer::RequestProcessingPolicyValue::USE_SERVANT_MANAGER)});
  poa->set_servant_manager(CORBA::make_reference<Elsewhere>(server.seen_by(server.orb)));
  const auto forwarding = poa->create_reference("IDL:dimma.test/Desk/Clerk:1.0");
  const auto clerk =
      narrow_unchecked<Desk::Clerk>(client.orb->string_to_object(server.orb->object_to_string(forwarding)));
  const auto heard = CORBA::make_reference<Handler>();
  const auto handler =
      Handlers::replyhandler_traits::narrow(client.root->id_to_reference(client.root->activate_object(heard)));
  const Context context = trace::make_root();
  {
    const trace::Scope scope(context);
    clerk->sendc_label(handler, "x");
  }
  EXPECT_EQ(heard->await(1).back(), "label label of x");
  const auto called = client.spans(2);
  EXPECT_TRUE(called[0].is_forwarded);
  EXPECT_FALSE(called[1].is_forwarded);
  const auto served = server.spans(2);
  EXPECT_TRUE(served[0].is_forwarded);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(called[i].parent, context.span_id);
    expect_child(served[i], called[i]);
  }
  client.orb->shutdown(true);
}

TEST(TracingOptions, AFullQueueDropsAndCounts) {
  End server("server", untraced);
  End client("client", {"--dimma-trace", "on", "--dimma-trace-queue", "3", "--dimma-log", "off"});
  const auto clerk = server.seen_by(client.orb);
  for (int i = 0; i < 10; ++i) clerk->pages();
  const auto counts = trace::counts(client.orb);
  EXPECT_EQ(counts.finished, 10U);
  EXPECT_EQ(counts.dropped, 7U);
  EXPECT_EQ(counts.waiting, 3U);
  EXPECT_EQ(client.spans(3).size(), 3U);
  log::set_levels("warning");
}

void expect_refused(const std::string& option, const std::string& value, const std::string& words) {
  Options arguments{"--dimma-trace", "on", option, value};
  try {
    CORBA::ORB_init(arguments, "refused")->destroy();
    ADD_FAILURE() << option << ' ' << value << " was accepted";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_NE(refused._detail().find(option), std::string::npos) << refused._detail();
    EXPECT_NE(refused._detail().find(words), std::string::npos) << refused._detail();
  }
}

TEST(TracingOptions, WrongOnesAreRefused) {
  for (const char* ratio : {"1.1", "-0.1", "nan", "half", "", "0.5x"}) {
    expect_refused("--dimma-trace-sample", ratio, "a fraction from 0 to 1");
  }
  expect_refused("--dimma-trace", "perhaps", "neither on nor off");
  expect_refused("--dimma-trace-queue", "0", "a number of spans");
  expect_refused("--dimma-trace-queue", "off", "at least 1 span");
  expect_refused("--dimma-trace-interval", "5", "is not a time");
  expect_refused("--dimma-trace-batch", "-1", "a number of spans");
  // This program is not linked with the exporter.
  expect_refused("--dimma-trace-endpoint", "http://127.0.0.1:4318/v1/traces", "dimma::trace");
}

TEST(TracingOptions, AreOffByDefault) {
  End server("server", untraced);
  End client("client", {"--dimma-trace", "off"});
  EXPECT_EQ(server.seen_by(client.orb)->label("context"), "none");
  for (const auto* end : {&client, &server}) {
    EXPECT_EQ(trace::counts(end->orb).finished, 0U);
    EXPECT_TRUE(trace::take_spans(end->orb).empty());
  }
}

}  // namespace
}  // namespace dimma::test
