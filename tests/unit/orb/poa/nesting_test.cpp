// Callbacks several levels deep over every kind of channel: they work or raise an exception, and nothing hangs.

#include "unit/common/sanitizers.hpp"
#include "unit/single_threaded/single_threaded_fixture.hpp"

#include <array>
#include <atomic>
#include <thread>
#include <vector>

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
// A channel with this QoS can carry a call within a call.
constexpr std::array at_client{
    Kind{"Default", "transport=tcp"},
    Kind{"Dedicated", "transport=tcp,connection=dedicated"},
    Kind{"Task", "transport=tcp,demultiplexing=task"},
    Kind{"Factory", "transport=tcp,processing=factory"},
    Kind{"Unix", "transport=unix"},
#ifndef DIMMA_TEST_THREAD_SANITIZER  // it does not see the order that two mappings of one memory give
    Kind{"Memory", "transport=shm"},
#endif
};
// A channel with this QoS carries one call only: the second waits for the first, which waits for the second.
constexpr std::array at_client_for_one{
    Kind{"NullTask", "transport=tcp,processing=nullTask,messages=1"},
    Kind{"OneMessage", "transport=tcp,messages=1"},
    Kind{"Pool", "transport=tcp,processing=pool(1)"},
    Kind{"Buffers", "transport=tcp,buffers=pool(1,8k)"},
};

// Two servers, each a client of the other's.
class Nested {
 public:
  Nested(const std::string& server_qos, const std::string& client_qos) {
    one_ = make(server_qos);
    other_ = make(server_qos);
    bind(one_, other_, client_qos);
    bind(other_, one_, client_qos);
    // Each level calls the other end through its own binding, which an earlier call occupies.
    const auto call_on = [this](End& end) {
      return [this, &end](const std::string&) {
        if (levels_-- > 0) end.binding->act("on");
      };
    };
    one_.servant->on_act = call_on(one_);
    other_.servant->on_act = call_on(other_);
  }
  ~Nested() {
    for (End* const end : {&one_, &other_}) end->binding = {};
    for (End* const end : {&one_, &other_}) end->orb->destroy();
  }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

  void call(int levels) {
    levels_ = levels;
    one_.binding->act("on");
  }
  int levels() const { return levels_; }

 private:
  struct End {
    CORBA::object_reference<CORBA::ORB> orb;
    CORBA::object_reference<PortableServer::POA> root;
    CORBA::servant_reference<CounterServant> servant;
    CORBA::object_reference<Sample::Counter> object;
    dimma::Binding<Sample::Counter> binding;  // to the object of the other end
  };

  static End make(const std::string& qos) {
    static std::atomic<int> number{0};
    End end;
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-nested-wait", "150ms"};
    end.orb = CORBA::ORB_init(arguments, "nesting " + std::to_string(++number));
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

  End one_;
  End other_;
  std::atomic<int> levels_{0};
};

TEST(Nesting, WorksAtEveryServerThroughChannelsThatCarrySeveralCalls) {
  for (const auto& server : at_server) {
    for (const auto& client : at_client) {
      SCOPED_TRACE(std::string(server.name) + " through " + client.name);
      Nested nested(server.qos, client.qos);
      for (const int levels : {1, 2, 6}) {
        EXPECT_NO_THROW(nested.call(levels));
        EXPECT_EQ(nested.levels(), -1);
      }
    }
  }
}

void expect_raises_and_hangs_never(const Kind& server) {
  for (const auto& client : at_client_for_one) {
    SCOPED_TRACE(std::string(server.name) + " through " + client.name);
    Nested nested(server.qos, client.qos);
    EXPECT_NO_THROW(nested.call(0));
    EXPECT_NO_THROW(nested.call(1));  // there, and back through the other end's channel
    EXPECT_THROW(nested.call(3), CORBA::SystemException);
    EXPECT_NO_THROW(nested.call(1));
  }
}

// All servers at once, since each test mostly waits.
TEST(Nesting, RaisesThroughChannelsThatCarryOneCallAndHangsNever) {
  std::vector<std::thread> threads;
  for (const auto& server : at_server) threads.emplace_back([&] { expect_raises_and_hangs_never(server); });
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace dimma::test
