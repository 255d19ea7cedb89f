// naming_client --url URL [--bindings N] [--clients N]: takes turns (measure/turns.hpp) calling a naming
// service of any ORB over TCP, with that number of clients, each a thread with a connection of its own:
//   resolve  resolves one of the first N names, chosen at random
//   each     resolves the first N names one after another, repeatedly
//   fill     binds the first N names one after another
//   bind     binds a name that is not bound

#include "common/run_program.hpp"
#include "measure/command_line.hpp"
#include "measure/turns.hpp"
#include "naming_names.hpp"

#include <CosNaming.hpp>

#include <dimma/binding.hpp>
#include <dimma/orb.hpp>

#include <chrono>
#include <deque>
#include <random>
#include <thread>

#include <unistd.h>

namespace {

using ContextRef = IDL::traits<CosNaming::NamingContext>::ref_type;
using ObjectRef = IDL::traits<CORBA::Object>::ref_type;

constexpr auto patience = std::chrono::seconds(20);

// Retries, because the service may not listen yet.
ContextRef root_of(const IDL::traits<CORBA::ORB>::ref_type& orb, const std::string& url) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    try {
      return IDL::traits<CosNaming::NamingContext>::narrow(orb->string_to_object(url));
    } catch (const CORBA::SystemException&) {
      if (std::chrono::steady_clock::now() > end) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
}

class Client {
 public:
  Client(const ContextRef& root, ObjectRef object, std::size_t bindings, std::size_t number)
      : binding_(dimma::bind(root, dimma::EngineeringQoS::parse("transport=tcp,connection=dedicated"))),
        context_(binding_.reference()),
        object_(std::move(object)),
        bindings_(bindings),
        prefix_("new-" + std::to_string(::getpid()) + '-' + std::to_string(number) + '-'),
        random_(static_cast<unsigned>(number)) {}

  measure::TurnOperations operations() {
    return {{"resolve", {[this] { resolve(random_() % bindings_); }}},
            {"each", {[this] { resolve(next_++ % bindings_); }}},
            {"fill", {[this] { context_->bind(bench::bound_name(next_++), object_); }}},
            {"bind", {[this] {
               context_->bind({{prefix_ + std::to_string(next_++), "bench"}}, object_);
             }}}};
  }

 private:
  void resolve(std::size_t number) {
    if (!context_->resolve(bench::bound_name(number))) throw std::runtime_error("a name resolves to nothing");
  }

  const dimma::Binding<CosNaming::NamingContext> binding_;
  const ContextRef context_;
  const ObjectRef object_;
  const std::size_t bindings_;
  const std::string prefix_;
  std::mt19937 random_;
  std::size_t next_ = 0;
};

int run(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  std::string url;
  std::size_t bindings = 1;
  std::size_t count = 1;
  measure::CommandLine command_line("naming_client --url URL [--bindings N] [--clients N]",
                                    "The clients of dimma-bench naming.");
  command_line.required("url", url, "the root context")
      .count("bindings", bindings, "how many names are, or will be, bound (1)")
      .count("clients", count, "how many call at a time (1)", 1'000);
  if (!command_line.parse(argc, argv)) return 0;
  int status = 0;
  {
    const auto root = root_of(orb, url);
    const auto object = orb->string_to_object(bench::bound_object);
    std::deque<Client> clients;
    std::vector<measure::TurnOperations> of_each;
    for (std::size_t i = 0; i < count; ++i) {
      of_each.push_back(clients.emplace_back(root, object, bindings, i).operations());
    }
    status = measure::serve_threaded_turns(of_each);
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("naming_client", [&] { return run(argc, argv); });
}
