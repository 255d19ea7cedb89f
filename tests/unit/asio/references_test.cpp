// References made asynchronously from texts and names: the outcome is that of the blocking functions.
#include "unit/asio/asio_fixture.hpp"
#include "unit/common/expect_raises.hpp"
#include "unit/orb/naming/context_servant.hpp"
#include "unit/transport/tcp/peers.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

namespace dimma::test {
namespace {

using boost::asio::bind_executor;
using dimma::asio::async_resolve_initial_references;
using dimma::asio::async_string_to_object;
using ObjectRef = CORBA::object_reference<CORBA::Object>;

// Blocks requests for "held" until a test releases them, and counts all requests.
class SlowContext final : public ContextServant {
 public:
  ObjectRef resolve(const CosNaming::Name& name) override {
    ++asked;
    if (name.front().id() == "held") gate.pass();
    return ContextServant::resolve(name);
  }
  transport::Gate gate;
  std::atomic<int> asked{0};
};

class AsyncReferencesTest : public AsioTest {
 protected:
  using Told = std::vector<std::string>;

  AsyncReferencesTest() {
    const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    const auto context = root->id_to_reference(root->activate_object(context_));
    names_ = make_orb({"-ORBInitRef", "It=corbaname:rir:#it", "-ORBInitRef", "Inner=corbaname:rir:#inner",
                       "-ORBInitRef", "Loop=corbaname:rir:/Loop#it", "-ORBDefaultInitRef", "corbaname:rir:#default"});
    const auto seen = names_->string_to_object(server_->object_to_string(context));
    names_->register_initial_reference("NameService", seen);
    const auto clerk = root->servant_to_reference(servant_);
    context_->rebind({{"it", ""}}, clerk);
    context_->rebind({{"held", ""}}, clerk);
    context_->rebind({{"inner", ""}}, context);
    context_->rebind({{"nil", ""}}, {});
    context_->rebind({{"default", ""}, {"Other", ""}}, clerk);
  }
  ~AsyncReferencesTest() override {
    context_->gate.open();
    try {
      names_->destroy();
    } catch (const CORBA::OBJECT_NOT_EXIST&) {
      // The test has destroyed it.
    }
  }

  static OrbRef make_orb(std::vector<std::string> arguments) { return CORBA::ORB_init(arguments, "names"); }

  static std::string words(const ObjectRef& object) { return object ? object->_repository_id() : "nil"; }
  static std::string words(const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const CORBA::SystemException& exception) {
      return std::string(exception._name()) + " " + std::to_string(exception.minor()) + " " + exception._detail();
    } catch (const CORBA::ORB::InvalidName& exception) {
      return "InvalidName " + std::string(exception._detail());
    }
  }
  static std::string waited(const std::function<ObjectRef()>& asks) {
    try {
      return words(asks());
    } catch (...) {
      return words(std::current_exception());
    }
  }
  auto noting() {
    return bind_executor(io_, [this](std::exception_ptr failure, ObjectRef object) {
      EXPECT_TRUE(!failure || !object);
      told_.push_back(failure ? words(failure) : words(object));
    });
  }
  // Runs the context, which sends the requests, until `count` calls are held.
  void await_held(std::size_t count) {
    io_.restart();
    while (context_->gate.waiting() < count) io_.poll();
  }
  // The outcome, which must be the same for the asynchronous and the blocking function.
  std::string of_text(const std::string& text) {
    told_.clear();
    async_string_to_object(names_, text, noting());
    EXPECT_TRUE(told_.empty());
    run();
    EXPECT_EQ(told_, Told{waited([&] { return names_->string_to_object(text); })}) << text;
    return told_.front();
  }
  std::string of_name(const std::string& name) {
    told_.clear();
    async_resolve_initial_references(names_, name, noting());
    EXPECT_TRUE(told_.empty());
    run();
    EXPECT_EQ(told_, Told{waited([&] { return names_->resolve_initial_references(name); })}) << name;
    return told_.front();
  }

  const CORBA::servant_reference<SlowContext> context_ = CORBA::make_reference<SlowContext>();
  const std::string clerk_id_ = "IDL:dimma.test/Desk/Clerk:1.0";
  OrbRef names_;
  transport::SilentPeer peer_;
  boost::asio::cancellation_signal signal_;
  Told told_;
};

TEST_F(AsyncReferencesTest, ResolvesATextLikeTheOrb) {
  EXPECT_EQ(of_text(ior_), clerk_id_);
  EXPECT_EQ(of_text("corbaname:rir:#it"), clerk_id_);
  EXPECT_EQ(of_text("corbaloc:rir:/It"), clerk_id_);
  EXPECT_EQ(of_text("corbaname:rir:#nil"), "nil");
  // A context that has to be resolved first.
  const int before = context_->asked;
  EXPECT_EQ(of_text("corbaname:rir:/Inner#it"), clerk_id_);
  EXPECT_EQ(context_->asked - before, 4);
}

TEST_F(AsyncReferencesTest, ResolvesANameLikeTheOrb) {
  EXPECT_EQ(of_name("It"), clerk_id_);
  EXPECT_EQ(of_name("Other"), clerk_id_);
  EXPECT_EQ(of_name("NameService"), "IDL:omg.org/CosNaming/NamingContext:1.0");
  EXPECT_NE(of_name("None").find("#default/None: a part of the name is not a context"), std::string::npos);
  EXPECT_NE(of_name("Loop").find("the references form a cycle"), std::string::npos);
}

TEST_F(AsyncReferencesTest, ReadsAReferenceFromAFile) {
  const std::filesystem::path path =
      std::filesystem::path(testing::TempDir()) / ("names-" + std::to_string(::getpid()) + ".ior");
  std::ofstream(path) << "corbaname:rir:#it\n";
  EXPECT_EQ(of_text("file://" + path.string()), clerk_id_);
  std::filesystem::remove(path);
  EXPECT_EQ(of_text("file://" + path.string()).substr(0, 9), "BAD_PARAM");
}

TEST_F(AsyncReferencesTest, BadTextsAndNamesAreRefused) {
  EXPECT_NE(of_text("corbaname:rir:#none").find("#none: a part of the name is not a context"), std::string::npos);
  EXPECT_EQ(of_text("corbaname:rir:#a//b").substr(0, 9), "BAD_PARAM");
  EXPECT_EQ(of_text("corbaname:rir:/It#it").substr(0, 13), "BAD_OPERATION");  // not a context
  EXPECT_EQ(of_text("corbaname:rir:/RootPOA#it").substr(0, 12), "NO_IMPLEMENT");
  EXPECT_EQ(of_text("nonsense").substr(0, 9), "BAD_PARAM");
  EXPECT_EQ(of_text("corbaname:iiop:127.0.0.1:1#it").substr(0, 9), "TRANSIENT");
  EXPECT_EQ(of_name("None/").substr(0, 9), "BAD_PARAM");
  EXPECT_RAISES(async_string_to_object(OrbRef(), ior_, noting()), CORBA::INV_OBJREF, minor::inv_objref_nil);
}

TEST_F(AsyncReferencesTest, AnUnknownNameIsInvalid) {
  async_resolve_initial_references(client_, "None", noting());
  run();
  EXPECT_EQ(told_, Told{waited([&] { return client_->resolve_initial_references("None"); })});
  EXPECT_EQ(told_.front().substr(0, 11), "InvalidName");
  names_->destroy();
  EXPECT_EQ(of_text("corbaname:rir:#it").substr(0, 16), "OBJECT_NOT_EXIST");
}

TEST_F(AsyncReferencesTest, OtherTokensCanBeUsed) {
  EXPECT_EQ(words(async_string_to_object(names_, "corbaname:rir:#it", boost::asio::use_future).get()), clerk_id_);
  std::string got;
  boost::asio::co_spawn(
      io_,
      [&]() -> boost::asio::awaitable<void> {
        const auto object = co_await async_resolve_initial_references(names_, "It");
        got = words(object);
      },
      [](std::exception_ptr failure) { EXPECT_FALSE(failure); });
  run();
  EXPECT_EQ(got, clerk_id_);
}

TEST_F(AsyncReferencesTest, NobodyWaitsForTheNamingService) {
  async_string_to_object(names_, "corbaname:rir:#held", noting());
  await_held(1);
  EXPECT_EQ(io_.poll(), 0U);
  context_->gate.open();
  run();
  EXPECT_EQ(told_, Told{clerk_id_});
}

TEST_F(AsyncReferencesTest, CancellationsOfAllTypesEndTheAsking) {
  using boost::asio::cancellation_type;
  std::size_t waiting = 0;
  for (const auto type : {cancellation_type::terminal, cancellation_type::partial, cancellation_type::total}) {
    told_.clear();
    async_string_to_object(names_, "corbaname:rir:#held",
                           boost::asio::bind_cancellation_slot(
                               signal_.slot(), bind_executor(io_, [this](std::exception_ptr failure, ObjectRef) {
                                 told_.push_back(told_of(failure));
                               })));
    await_held(++waiting);
    signal_.emit(type);
    EXPECT_TRUE(told_.empty());
    run();
    EXPECT_EQ(told_, Told{"aborted"});
  }
}

TEST_F(AsyncReferencesTest, CancellationAtAnyTime) {
  for (int i = 0; i < 200; ++i) {
    told_.clear();
    async_string_to_object(names_, "corbaname:rir:/Inner#it",
                           boost::asio::bind_cancellation_slot(
                               signal_.slot(), bind_executor(io_, [this](std::exception_ptr failure, ObjectRef) {
                                 told_.push_back(told_of(failure));
                               })));
    io_.restart();
    for (int steps = i % 8; steps > 0; --steps) io_.run_one();
    for (int spins = 0; spins < i * 50; ++spins) std::atomic_signal_fence(std::memory_order_seq_cst);
    signal_.emit(boost::asio::cancellation_type::terminal);
    run();
    ASSERT_EQ(told_.size(), 1U);
    EXPECT_TRUE(told_[0] == "aborted" || told_[0] == "nothing") << told_[0];
  }
}

TEST_F(AsyncReferencesTest, AContextThatEndsDropsWhatItAsks) {
  const auto alive = std::make_shared<int>();
  {
    boost::asio::io_context io;
    const auto handler = [alive](std::exception_ptr, ObjectRef) { FAIL(); };
    async_string_to_object(names_, "corbaname:rir:#held", bind_executor(io, handler));
    async_string_to_object(names_, "corbaname:iiop:" + peer_.text() + "#it", bind_executor(io, handler));
    while (context_->gate.waiting() == 0) io.poll();
    EXPECT_EQ(alive.use_count(), 4);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST_F(AsyncReferencesTest, ADeadlineEndsTheAsking) {
  names_->destroy();
  names_ = make_orb({"--dimma-qos", "deadline=30ms"});
  async_string_to_object(names_, "corbaname:iiop:" + peer_.text() + "#it", noting());
  run();
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_EQ(told_[0].substr(0, 7), "TIMEOUT");
}

TEST_F(AsyncReferencesTest, AnOrbThatEndsEndsTheAsking) {
  async_string_to_object(names_, "corbaname:rir:#held", noting());
  async_string_to_object(names_, "corbaname:iiop:" + peer_.text() + "#it", noting());
  await_held(1);
  names_->destroy();
  run();
  ASSERT_EQ(told_.size(), 2U);
  std::sort(told_.begin(), told_.end());
  EXPECT_EQ(told_[0].substr(0, 12), "COMM_FAILURE");
  EXPECT_EQ(told_[1].substr(0, 9), "TRANSIENT");  // the request has not been sent
}

}  // namespace
}  // namespace dimma::test
