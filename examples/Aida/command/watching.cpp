#include "command/watching.hpp"

#include "client/machine_id.hpp"

#include <dimma/message_buffer.hpp>
#include <dimma/poa.hpp>
#include <dimma/remote_buffer.hpp>

#include <array>
#include <thread>

#include <unistd.h>

namespace aida {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::array ways = {"any", "buffer", "flow", "polling"};
// The provider ends a watch that is not kept for 30 s.
constexpr auto keep_every = 10s;
// The longest wait for the first sample of a flow. The provider sends one at once, and then every 2 s.
constexpr auto flow_patience = 3s;
constexpr std::size_t flow_octets_max = std::size_t{1} << 20;

// A watch at a provider, which is kept alive while samples are read.
class Kept {
 public:
  Kept(IDL::traits<Aida::Provider>::ref_type provider, std::string provider_name, std::string datum)
      : provider_(std::move(provider)), provider_name_(std::move(provider_name)), datum_(std::move(datum)) {}
  ~Kept() {
    try {
      if (id_ != 0) provider_->end_watch(id_);
    } catch (const std::exception&) {
      // The provider ends the watch when it is not kept.
    }
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  void begun(std::uint64_t id) { id_ = id; }
  void keep() {
    if (Clock::now() < next_) return;
    next_ = Clock::now() + keep_every;
    try {
      if (provider_->keep_watch(id_)) return;
    } catch (const CORBA::Exception&) {
      id_ = 0;
      detail::rethrow_of_provider(datum_, provider_name_);
    }
    id_ = 0;
    throw ProviderDown(datum_, provider_name_, "it has ended the watch");
  }

 private:
  const IDL::traits<Aida::Provider>::ref_type provider_;
  const std::string provider_name_;
  const std::string datum_;
  std::uint64_t id_ = 0;
  Clock::time_point next_ = Clock::now() + keep_every;
};

std::uint32_t number_of(std::chrono::milliseconds period) { return static_cast<std::uint32_t>(period.count()); }

class BufferSamples final : public Samples {
 public:
  BufferSamples(const Aida::Entry& entry, const Watching& what)
      : kept_(entry.where(), entry.provider_name(), what.name) {
    const auto begun = entry.where()->watch_here(what.name, what.parameters, number_of(what.period));
    kept_.begun(begun.id());
    if (begun.machine() != machine_id()) {
      throw Error(what.name, what.name + ": its provider " + entry.provider_name() + " is on another machine");
    }
    reader_.emplace(begun.buffer());
  }
  Way way() const noexcept override { return Way::buffer; }
  bool next(Aida::Sample& sample, std::chrono::milliseconds patience) override {
    kept_.keep();
    return reader_->read(sample, patience);
  }

 private:
  Kept kept_;
  std::optional<dimma::BufferReader<Aida::Sample>> reader_;
};

// Samples from a buffer of this process, to which the provider writes.
class FlowSamples final : public Samples {
 public:
  FlowSamples(Access& access, const Aida::Entry& entry, const Watching& what)
      : kept_(entry.where(), entry.provider_name(), what.name), name_("aida-flow-" + std::to_string(::getpid())) {
    const auto root = IDL::traits<PortableServer::POA>::narrow(access.orb()->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    poa_ = dimma::create_poa(root, "samples", dimma::EngineeringQoS::parse("protocol=flow,transport=udp"));
    dimma::remove_buffer(name_);
    const auto servant = CORBA::make_reference<dimma::BufferServant<Aida::Sample>>(
        name_, dimma::BufferLayout{.octets_max = flow_octets_max});
    const auto buffer = poa_->servant_to_reference(servant);
    reader_.emplace(name_);
    kept_.begun(entry.where()->watch_there(what.name, what.parameters, number_of(what.period), buffer));
    has_first_ = reader_->read(first_, flow_patience);
    if (!has_first_) throw Error(what.name, what.name + ": no flow comes from its provider " + entry.provider_name());
  }
  ~FlowSamples() override {
    try {
      poa_->destroy(true, true);
      dimma::remove_buffer(name_);
    } catch (const std::exception&) {
      // The end of the process destroys the POA.
    }
  }
  Way way() const noexcept override { return Way::flow; }
  bool next(Aida::Sample& sample, std::chrono::milliseconds patience) override {
    kept_.keep();
    if (has_first_) {
      has_first_ = false;
      sample = std::move(first_);
      return true;
    }
    return reader_->read(sample, patience);
  }

 private:
  Kept kept_;
  const std::string name_;
  IDL::traits<PortableServer::POA>::ref_type poa_;
  std::optional<dimma::BufferReader<Aida::Sample>> reader_;
  Aida::Sample first_;
  bool has_first_ = false;
};

class PolledSamples final : public Samples {
 public:
  PolledSamples(Access& access, const Watching& what)
      : reference_(access.reference(what.name)), parameters_(what.parameters), period_(what.period) {
    first_ = reference_.get<CORBA::Any>(parameters_);
    has_first_ = true;
  }
  Way way() const noexcept override { return Way::polling; }
  bool next(Aida::Sample& sample, std::chrono::milliseconds patience) override {
    sample = {};
    if (has_first_) {
      has_first_ = false;
      sample.datum(std::move(first_));
    } else {
      const auto left = next_ - Clock::now();
      if (left > patience) {
        std::this_thread::sleep_for(patience);
        return false;
      }
      std::this_thread::sleep_for(left);
      try {
        sample.datum(reference_.get<CORBA::Any>(parameters_));
      } catch (const NotAvailable& none) {
        sample.problem(none.what());
      }
    }
    next_ = Clock::now() + period_;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    sample.time_ns(static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count()));
    return true;
  }

 private:
  Reference reference_;
  const Parameters parameters_;
  const std::chrono::milliseconds period_;
  Clock::time_point next_;
  CORBA::Any first_;
  bool has_first_ = false;
};

template <class Make>
std::unique_ptr<Samples> made(const Watching& what, const Aida::Entry& entry, Make&& make) {
  try {
    return make();
  } catch (const CORBA::Exception&) {
    detail::rethrow_of_provider(what.name, entry.provider_name());
  }
}

}  // namespace

const char* name_of(Way way) noexcept { return ways[static_cast<std::size_t>(way)]; }

Way way_named(const std::string& name) {
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (name == ways[i]) return static_cast<Way>(i);
  }
  throw std::invalid_argument("there is no way '" + name + "', but any, buffer, flow and polling");
}

std::unique_ptr<Samples> watch(Access& access, const Watching& what) {
  const Aida::Entry entry = access.find(what.name);
  const auto buffer = [&] { return std::make_unique<BufferSamples>(entry, what); };
  const auto flow = [&] { return std::make_unique<FlowSamples>(access, entry, what); };
  if (what.way == Way::buffer) return made(what, entry, buffer);
  if (what.way == Way::flow) return made(what, entry, flow);
  if (what.way == Way::any) {
    try {
      return made(what, entry, buffer);
    } catch (const NoSuchDatum&) {
      throw;
    } catch (const BadParameter&) {
      throw;
    } catch (const std::exception&) {
      // The next best.
    }
    try {
      return made(what, entry, flow);
    } catch (const std::exception&) {
      // The next best.
    }
  }
  return std::make_unique<PolledSamples>(access, what);
}

}  // namespace aida
