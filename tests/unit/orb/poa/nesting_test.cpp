// Callbacks several levels deep at every kind of channel: what can work does, what can't raises, and nothing hangs.

#include "unit/common/sanitizers.hpp"
#include "unit/single_threaded/single_threaded_fixture.hpp"

#include <array>
#include <atomic>

namespace dimma::test {

namespace {

struct Kind {
  const char* name;
  const char* qos;
};

constexpr std::array at_server{
    Kind{"Shared", ""},
    Kind{"NullTask", "processing=nullTask"},
    Kind{"Pool", "processing=pool(1)"},
    Kind{"Factory", "processing=factory"},
    Kind{"OneMessage", "messages=1"},
    Kind{"Buffers", "buffers=pool(1,8k)"},
};
// Through these a channel carries a call within a call.
constexpr std::array at_client{
    Kind{"Default", "transport=tcp"},
    Kind{"Dedicated", "transport=tcp,connection=dedicated"},
    Kind{"Task", "transport=tcp,demultiplexing=task"},
    Kind{"Factory", "transport=tcp,processing=factory"},
    Kind{"Unix", "transport=unix"},
#ifndef DIMMA_TEST_THREAD_SANITIZER  // which does not see what two mappings of the same memory order
    Kind{"Memory", "transport=shm"},
#endif
};
// And through these one of them only: the second waits for the first, which waits for the second.
constexpr std::array at_client_for_one{
    Kind{"NullTask", "transport=tcp,processing=nullTask,messages=1"},
    Kind{"OneMessage", "transport=tcp,messages=1"},
    Kind{"Pool", "transport=tcp,processing=pool(1)"},
    Kind{"Buffers", "transport=tcp,buffers=pool(1,8k)"},
};

class Nesting : public testing::Test {
 protected:
  struct End {
    CORBA::object_reference<CORBA::ORB> orb;
    CORBA::object_reference<PortableServer::POA> root;
    CORBA::servant_reference<CounterServant> servant;
    CORBA::object_reference<Sample::Counter> object;
    dimma::Binding<Sample::Counter> binding;  // to the other's
  };

  static End make(const std::string& id, const std::string& qos) {
    End end;
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-nested-wait", "150ms"};
    end.orb = CORBA::ORB_init(arguments, id);
    end.root = IDL::traits<PortableServer::POA>::narrow(end.orb->resolve_initial_references("RootPOA"));
    end.root->the_POAManager()->activate();
    const auto poa = dimma::create_poa(end.root, "nesting", EngineeringQoS::parse(qos));
    end.servant = CORBA::make_reference<CounterServant>();
    end.object = IDL::traits<Sample::Counter>::narrow(poa->id_to_reference(poa->activate_object(end.servant)));
    return end;
  }
  static void bind(End& from, const End& to, const std::string& qos) {
    const auto seen =
        IDL::traits<Sample::Counter>::narrow(from.orb->string_to_object(to.orb->object_to_string(to.object)));
    from.binding = dimma::bind<Sample::Counter>(seen, EngineeringQoS::parse(qos));
  }

  void assemble(const std::string& server_qos, const std::string& client_qos) {
    one_ = make("one", server_qos);
    other_ = make("other", server_qos);
    bind(one_, other_, client_qos);
    bind(other_, one_, client_qos);
    // Each level calls the other end through the binding of its own, which the call before holds.
    const auto call_on = [this](End& end) {
      return [this, &end](const std::string&) {
        if (levels_-- > 0) end.binding->act("on");
      };
    };
    one_.servant->on_act = call_on(one_);
    other_.servant->on_act = call_on(other_);
  }
  void call(int levels) {
    levels_ = levels;
    one_.binding->act("on");
  }
  void TearDown() override {
    for (End* const end : {&one_, &other_}) end->binding = {};
    for (End* const end : {&one_, &other_}) {
      if (end->orb) end->orb->destroy();
      *end = {};
    }
  }

  End one_;
  End other_;
  std::atomic<int> levels_{0};
};

TEST_F(Nesting, WorksAtEveryServerThroughChannelsThatCarrySeveralCalls) {
  for (const auto& server : at_server) {
    for (const auto& client : at_client) {
      SCOPED_TRACE(std::string(server.name) + " through " + client.name);
      assemble(server.qos, client.qos);
      for (const int levels : {1, 2, 6}) {
        EXPECT_NO_THROW(call(levels));
        EXPECT_EQ(levels_, -1);
      }
      TearDown();
    }
  }
}

TEST_F(Nesting, RaisesThroughChannelsThatCarryOneCallAndHangsNever) {
  for (const auto& server : at_server) {
    for (const auto& client : at_client_for_one) {
      SCOPED_TRACE(std::string(server.name) + " through " + client.name);
      assemble(server.qos, client.qos);
      EXPECT_NO_THROW(call(0));
      EXPECT_NO_THROW(call(1));  // there, and back through the other's channel
      EXPECT_THROW(call(3), CORBA::SystemException);
      EXPECT_NO_THROW(call(1));
      TearDown();
    }
  }
}

}  // namespace
}  // namespace dimma::test
