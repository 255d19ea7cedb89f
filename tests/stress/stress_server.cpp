// stress_server --ior-dir DIR --journal FILE [--qos QOS]: executes the calls of stress_client and records each in the
// journal, while another thread repeatedly describes the ORB. Serves until SIGTERM.

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "journal.hpp"
#include "proof.hpp"

#include <dimma/binding.hpp>
#include <dimma/minor.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>
#include <stress_skel.hpp>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

namespace {

using namespace std::chrono_literals;
using Poa = IDL::traits<PortableServer::POA>::ref_type;
using TargetRef = IDL::traits<Stress::Target>::ref_type;

constexpr std::size_t adapters_max = 8;
constexpr std::size_t calls_limit = 4'000'000'000;

// POAs with their own endpoints.
class Adapters {
 public:
  explicit Adapters(Poa root) : root_(std::move(root)) {}

  // Makes a POA with a number. The oldest is destroyed if there are too many.
  std::pair<std::uint32_t, Poa> make(const std::string& qos) {
    const std::uint32_t number = ++made_;
    auto poa = dimma::create_poa(root_, "adapter-" + std::to_string(number), dimma::EngineeringQoS::parse(qos));
    Poa oldest;
    {
      const std::lock_guard lock(mutex_);
      all_.emplace(number, poa);
      if (all_.size() > adapters_max) oldest = all_.extract(all_.begin()).mapped();
    }
    if (oldest) oldest->destroy(true, false);
    return {number, poa};
  }
  bool drop(std::uint32_t number) {
    Poa found;
    {
      const std::lock_guard lock(mutex_);
      auto node = all_.extract(number);
      if (node) found = node.mapped();
    }
    if (found) found->destroy(true, false);
    return static_cast<bool>(found);
  }
  void drop_all() {
    std::map<std::uint32_t, Poa> all;
    {
      const std::lock_guard lock(mutex_);
      all.swap(all_);
    }
    for (const auto& [number, poa] : all) poa->destroy(true, false);
  }
  // The current POAs. They may be destroyed at any time.
  std::vector<Poa> all() {
    const std::lock_guard lock(mutex_);
    std::vector<Poa> found;
    for (const auto& [number, poa] : all_) found.push_back(poa);
    return found;
  }

 private:
  const Poa root_;
  std::atomic<std::uint32_t> made_{0};
  std::mutex mutex_;
  std::map<std::uint32_t, Poa> all_;
};

constexpr std::uint32_t reply_octets_max = 16U << 20U;
constexpr std::uint32_t pause_us_max = 5'000'000;

class TargetServant final : public virtual CORBA::servant_traits<Stress::Target>::base_type {
 public:
  TargetServant(const stress::Journal& journal, std::atomic<int>& busy, Adapters* adapters = nullptr,
                std::uint32_t adapter = 0)
      : journal_(journal), busy_(busy), adapters_(adapters), adapter_(adapter) {}
  // Sets the number of its POA, once it has one.
  void adapter(std::uint32_t number) noexcept { adapter_ = number; }

  Stress::Octets call(std::uint64_t id, const Stress::Octets& argument, std::uint32_t reply_octets,
                      std::uint32_t pause_us) override {
    const Upcall upcall(*this, id, argument);
    // The attacker's corrupted requests are sometimes valid.
    if (reply_octets > reply_octets_max || pause_us > pause_us_max) throw CORBA::BAD_PARAM();
    if (pause_us != 0) std::this_thread::sleep_for(std::chrono::microseconds(pause_us));
    return stress::proven(id, stress::Direction::reply, reply_octets);
  }
  void tell(std::uint64_t id, const Stress::Octets& argument) override { const Upcall upcall(*this, id, argument); }
  void refuse(std::uint64_t id, const Stress::Octets& argument) override {
    const Upcall upcall(*this, id, argument);
    throw CORBA::TRANSIENT(dimma::minor::transient_closed_by_peer, CORBA::COMPLETED_NO);
  }
  Stress::Octets relay(std::uint64_t id, const Stress::Octets& argument, TargetRef next,
                       std::uint64_t next_id) override {
    const Upcall upcall(*this, id, argument);
    const std::size_t octets = argument.size();
    const auto answer = next->call(next_id, stress::proven(next_id, stress::Direction::argument, octets),
                                   static_cast<std::uint32_t>(octets), 0);
    const auto wrong = stress::wrong_with(answer, next_id, stress::Direction::reply, octets);
    if (!wrong.empty()) journal_.record().complain(stress::Wrong::damaged, "damaged reply to a relayed call: " + wrong);
    return stress::proven(id, stress::Direction::reply, octets);
  }
  void destroy_adapter(std::uint64_t id) override {
    const Upcall upcall(*this, id);
    if (adapters_ != nullptr) adapters_->drop(adapter_);
  }

 private:
  class Upcall {
   public:
    Upcall(TargetServant& servant, std::uint64_t id) : servant_(servant) {
      ++servant.busy_;
      servant.journal_.executed(id);
    }
    Upcall(TargetServant& servant, std::uint64_t id, const Stress::Octets& argument) : Upcall(servant, id) {
      const auto wrong = stress::wrong_with(argument, id, stress::Direction::argument, argument.size());
      if (!wrong.empty()) servant.journal_.record().complain(stress::Wrong::damaged, "damaged argument: " + wrong);
    }
    ~Upcall() { --servant_.busy_; }
    Upcall(const Upcall&) = delete;
    Upcall& operator=(const Upcall&) = delete;

   private:
    TargetServant& servant_;
  };

  const stress::Journal& journal_;
  std::atomic<int>& busy_;
  Adapters* const adapters_;
  std::atomic<std::uint32_t> adapter_;
};

class ControlServant final : public virtual CORBA::servant_traits<Stress::Control>::base_type {
 public:
  ControlServant(const stress::Journal& journal, std::atomic<int>& busy, Adapters& adapters)
      : journal_(journal), busy_(busy), adapters_(adapters) {}

  TargetRef make_target(const std::string& qos, std::uint32_t& number) override {
    const auto servant = CORBA::make_reference<TargetServant>(journal_, busy_, &adapters_);
    Poa poa;
    std::tie(number, poa) = adapters_.make(qos);
    servant->adapter(number);
    return IDL::traits<Stress::Target>::narrow(poa->servant_to_reference(servant));
  }
  bool drop_target(std::uint32_t number) override { return adapters_.drop(number); }
  void settle() override {
    adapters_.drop_all();
    // Waits until no call has been in progress for ten pauses. In the first pause, requests still in buffers are read.
    for (int quiet = 0; quiet < 10; quiet = busy_ == 0 ? quiet + 1 : 0) std::this_thread::sleep_for(10ms);
  }

 private:
  const stress::Journal& journal_;
  std::atomic<int>& busy_;
  Adapters& adapters_;
};

// Repeatedly calls all functions that describe the ORB.
class Observer {
 public:
  Observer(IDL::traits<CORBA::ORB>::ref_type orb, IDL::traits<CORBA::Object>::ref_type object, Adapters& adapters)
      : thread_([this, orb = std::move(orb), object = std::move(object), &adapters] {
          while (!stop_) {
            look([&] { (void)dimma::describe(orb).to_string(); });
            look([&] { (void)orb->object_to_string(object); });
            for (const auto& poa : adapters.all()) {
              look([&] { (void)dimma::describe(poa).to_string(); });
              look([&] { (void)orb->object_to_string(poa->create_reference("IDL:Stress/Target:1.0")); });
            }
            std::this_thread::sleep_for(1ms);
          }
        }) {}
  ~Observer() {
    stop_ = true;
    thread_.join();
  }
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

 private:
  // Ignores the exception of a POA or an object that is destroyed at the same time.
  template <class Look>
  static void look(Look look) {
    try {
      look();
    } catch (const CORBA::Exception&) {
    }
  }

  std::atomic<bool> stop_{false};
  std::thread thread_;
};

int serve(int argc, char** argv) {
  const auto orb = init_orb(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
  std::string folder, qos, journal_file;
  std::size_t calls_max = 0;
  measure::CommandLine flags("stress_server --ior-dir DIR --journal FILE --calls-max N [--qos QOS]",
                             "Executes the calls of stress_client and writes each into the journal, until SIGTERM.");
  flags.required("ior-dir", folder, "where target.ior and control.ior are written")
      .required("journal", journal_file, "what was executed")
      .count("calls-max", calls_max, "how many calls the journal has room for", calls_limit)
      .text("qos", qos, "of the target's POA");
  if (!flags.parse(argc, argv)) return 0;

  const stress::Journal journal(journal_file, calls_max);
  std::atomic<int> busy{0};
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  Adapters adapters(root);
  const auto poa = qos.empty() ? root : dimma::create_poa(root, "target", dimma::EngineeringQoS::parse(qos));
  const auto target = poa->servant_to_reference(CORBA::make_reference<TargetServant>(journal, busy));
  const auto control = root->servant_to_reference(CORBA::make_reference<ControlServant>(journal, busy, adapters));
  root->the_POAManager()->activate();
  publish(orb->object_to_string(control), std::filesystem::path(folder) / "control.ior");
  publish(orb->object_to_string(target), std::filesystem::path(folder) / "target.ior");
  {
    const Observer observer(orb, target, adapters);
    std::cout << "ready" << std::endl;
    orb->run();
  }
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("stress_server", [&] { return serve(argc, argv); });
}
