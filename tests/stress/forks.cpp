#include "forks.hpp"

#include "own_target.hpp"

#include <dimma/asio.hpp>
#include <dimma/poa.hpp>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <csignal>
#include <cstring>
#include <optional>
#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

namespace stress {

using namespace std::chrono_literals;

namespace {

bool tells_of_deadline(const Call& call, const CORBA::SystemException& exception) {
  return call.deadline.count() != 0 && dynamic_cast<const CORBA::TIMEOUT*>(&exception) != nullptr;
}

// Runs in the child, which has one thread. It may not use anything that another thread of its parent may have locked,
// nor the parent's Noise and the thread that watches its callers.
class Child {
 public:
  Child(Run& run, const ChildsWork& work) : run_(run), work_(work) {}

  void live() {
    if (work_.serves) serve();
    for (const auto& call : work_.calls) make(call);
    if (own_orb_) own_orb_->destroy();
    if (work_.destroys_orb) run_.bindings.orb()->destroy();
  }

 private:
  void serve() {
    std::vector<std::string> arguments{"--dimma-qos", "transport=" + run_.bindings.transport()};
    own_orb_ = CORBA::ORB_init(arguments, "child");
    const auto root = IDL::traits<PortableServer::POA>::narrow(own_orb_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    own_target_ = IDL::traits<Stress::Target>::narrow(
        root->servant_to_reference(CORBA::make_reference<OwnTarget>(run_.outcomes)));
  }
  void make(const ChildsCall& planned) {
    const Call& call = planned.call;
    Told told = call.operation == Operation::childs_tell ? Told::sent : Told::ok;
    try {
      carry_out(planned);
    } catch (const CORBA::SystemException& exception) {
      told = told_by(exception);
      if (!tells_of_deadline(call, exception)) {
        std::ostringstream text;
        text << text_of(call) << " raised " << exception;
        run_.outcomes.complain(Wrong::unexpected, text.str());
      }
    }
    run_.outcomes.end(call.id, call.operation, told);
  }
  void carry_out(const ChildsCall& planned) {
    const Call& call = planned.call;
    const auto binding = run_.bindings.of(planned.kind);
    const auto argument = proven(call.id, Direction::argument, call.argument_octets);
    const auto reply_octets = static_cast<std::uint32_t>(call.reply_octets);
    switch (call.operation) {
      case Operation::childs_tell:
        return binding->reference()->tell(call.id, argument);
      case Operation::childs_callback:
        return check(call, binding->reference()->relay(call.id, argument, own_target_ ? own_target_ : run_.own_target,
                                                       planned.next_id));
      case Operation::childs_async_call: {
        // Not by the system's executor, whose threads exist only in the parent.
        auto reply = binding->reference()->async_call(call.id, argument, reply_octets, 0,
                                                      boost::asio::bind_executor(context_, boost::asio::use_future));
        context_.restart();
        context_.run();
        return check(call, reply.get());
      }
      default:
        return check(call, binding->reference()->call(call.id, argument, reply_octets, 0));
    }
  }
  void check(const Call& call, const Stress::Octets& reply) const {
    const auto wrong = wrong_with(reply, call.id, Direction::reply, call.reply_octets);
    if (!wrong.empty()) run_.outcomes.complain(Wrong::damaged, "damaged reply to a child: " + wrong);
  }

  Run& run_;
  const ChildsWork& work_;
  boost::asio::io_context context_{1};
  OrbRef own_orb_;
  TargetRef own_target_;
};

[[noreturn]] void be_child(Run& run, const ChildsWork& work, std::chrono::seconds within) {
  ::alarm(static_cast<unsigned>(within.count()));  // even if the parent is killed
  try {
    Child(run, work).live();
  } catch (const CORBA::Exception& exception) {
    std::ostringstream text;
    text << "a child's work raised " << exception;
    run.outcomes.complain(Wrong::unexpected, text.str());
  } catch (const std::exception& exception) {
    run.outcomes.complain(Wrong::unexpected, std::string("a child's work raised ") + exception.what());
  }
  ::_exit(0);
}

// The child's exit status; std::nullopt if it had to be killed.
std::optional<int> status_of(pid_t child, std::chrono::seconds within) {
  int status = 0;
  for (const auto until = Clock::now() + within; Clock::now() < until; std::this_thread::sleep_for(2ms)) {
    if (::waitpid(child, &status, WNOHANG) == child) return status;
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return std::nullopt;
}

}  // namespace

void fork_child(Run& run, const ChildsWork& work, std::chrono::seconds within) {
  pid_t child = -1;
  {
    const auto alone = run.gate.alone();
    child = ::fork();
    if (child == 0) be_child(run, work, within);
  }
  if (child < 0) throw std::runtime_error(std::string("cannot fork: ") + std::strerror(errno));
  const auto status = status_of(child, within + 1s);
  if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == 0) return;
  const std::string how = !status                ? "did not end within " + std::to_string(within.count()) + " s"
                          : WIFSIGNALED(*status) ? "was ended by signal " + std::to_string(WTERMSIG(*status))
                                                 : "ended with status " + std::to_string(WEXITSTATUS(*status));
  run.outcomes.complain(Wrong::unexpected, "a child " + how);
}

}  // namespace stress
