#include "provider/watches.hpp"

#include "client/machine_id.hpp"
#include "provider/provider_servant.hpp"

#include <dimma/message_buffer.hpp>
#include <dimma/remote_buffer.hpp>

#include <algorithm>

#include <unistd.h>

namespace aida {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t watches_max = 64;
constexpr auto period_min = 10ms;
constexpr auto period_max = 1h;
constexpr auto lifetime = 30s;
// Messages of a flow may be lost, so that the latest one is sent again after this time.
constexpr auto repeat_after = 2s;
constexpr std::size_t octets_min = std::size_t{64} << 10;
constexpr std::size_t octets_max = std::size_t{64} << 20;

std::string buffer_name(std::uint64_t id) { return "aida-" + std::to_string(::getpid()) + '-' + std::to_string(id); }

void remove_quietly(const std::string& buffer) {
  try {
    dimma::remove_buffer(buffer);
  } catch (const std::exception&) {
    // The buffer's file stays in /dev/shm.
  }
}

}  // namespace

Watches::Watches(const IDL::traits<CORBA::ORB>::ref_type& orb, Source& source)
    : codec_(IDL::traits<IOP::CodecFactory>::narrow(orb->resolve_initial_references("CodecFactory"))
                 ->create_codec(IOP::Encoding(IOP::ENCODING_CDR_ENCAPS, 1, 2))),
      source_(source) {}

Watches::~Watches() {
  while (!watches_.empty()) stop(watches_.begin()->first);
}

Aida::WatchedBuffer Watches::begin_here(WatchedDatum datum) {
  const auto writer = [](std::uint64_t id, std::size_t octets) -> Write {
    const dimma::BufferLayout layout{.octets_max = std::clamp(2 * octets, octets_min, octets_max)};
    const auto buffer = std::make_shared<dimma::BufferWriter<Aida::Sample>>(buffer_name(id), layout);
    return [buffer](const Aida::Sample& sample) { buffer->write(sample); };
  };
  const auto id = begin(std::move(datum), writer);
  return {id, machine_id(), buffer_name(id)};
}

std::uint64_t Watches::begin_there(WatchedDatum datum, const IDL::traits<CORBA::Object>::ref_type& buffer) {
  const auto writer = [&buffer](std::uint64_t, std::size_t) -> Write {
    const auto remote = std::make_shared<dimma::RemoteBufferWriter<Aida::Sample>>(
        buffer, dimma::EngineeringQoS::parse("protocol=flow,transport=udp"));
    return [remote](const Aida::Sample& sample) { remote->write(sample); };
  };
  return begin(std::move(datum), writer);
}

std::uint64_t Watches::begin(WatchedDatum datum,
                             const std::function<Write(std::uint64_t id, std::size_t octets)>& writer) {
  if (datum.period < period_min || datum.period > period_max) {
    throw Aida::BadParameter(datum.name, "period", std::to_string(datum.period.count()) + "ms",
                             "is not between 10ms and 1h");
  }
  const auto first = in_any(source_.read(datum.name, datum.parameters));  // throws if it cannot be read
  collect();
  const auto watch = std::make_shared<Watch>();
  const std::lock_guard lock(mutex_);
  if (watches_.size() >= watches_max) {
    throw Aida::NotAvailable(datum.name, "the provider has all of its " + std::to_string(watches_max) + " watches");
  }
  const std::uint64_t id = ++last_id_;
  watch->datum = std::move(datum);
  watch->write = writer(id, codec_->encode(first).size());
  watch->ends = Clock::now() + lifetime;
  watches_[id] = watch;
  watch->thread = std::thread([this, watch] { run(*watch); });
  return id;
}

Aida::Sample Watches::sample(const WatchedDatum& datum) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  Aida::Sample sample;
  sample.time_ns(static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count()));
  try {
    sample.datum(in_any(source_.read(datum.name, datum.parameters)));
  } catch (const Aida::NotAvailable& none) {
    sample.problem(none.reason());
  } catch (const CORBA::Exception& exception) {
    sample.problem(exception.what());
  }
  return sample;
}

CORBA::OctetSeq Watches::encoded(const Aida::Sample& sample) const {
  CORBA::Any problem;
  problem <<= sample.problem();
  return sample.problem().empty() ? codec_->encode(sample.datum()) : codec_->encode(problem);
}

void Watches::run(Watch& watch) {
  CORBA::OctetSeq written;
  auto repeats = Clock::now();
  std::unique_lock lock(mutex_);
  while (!watch.is_stopped && Clock::now() < watch.ends) {
    const auto next = Clock::now() + watch.datum.period;
    lock.unlock();
    Aida::Sample now = sample(watch.datum);
    CORBA::OctetSeq octets = encoded(now);
    if (octets != written || Clock::now() >= repeats) {
      try {
        watch.write(now);
      } catch (const CORBA::MARSHAL&) {
        now.problem("it is longer now than the buffer: watch it anew");
        now.datum({});
        watch.write(now);
      } catch (const CORBA::SystemException&) {
        // The consumer of the flow has ended, and will not keep the watch.
      }
      written = std::move(octets);
      repeats = Clock::now() + repeat_after;
    }
    lock.lock();
    stopped_.wait_until(lock, next, [&] { return watch.is_stopped; });
  }
}

bool Watches::keep(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = watches_.find(id);
  if (found == watches_.end() || found->second->ends < Clock::now()) return false;
  found->second->ends = Clock::now() + lifetime;
  return true;
}

void Watches::stop(std::uint64_t id) {
  std::shared_ptr<Watch> watch;
  {
    const std::lock_guard lock(mutex_);
    const auto found = watches_.find(id);
    if (found == watches_.end()) return;
    watch = found->second;
    watch->is_stopped = true;
    watches_.erase(found);
  }
  stopped_.notify_all();
  watch->thread.join();
  watch->write = nullptr;
  remove_quietly(buffer_name(id));
}

// Ends the watches that were not kept.
void Watches::collect() {
  std::vector<std::uint64_t> over;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, watch] : watches_) {
      if (watch->ends < Clock::now()) over.push_back(id);
    }
  }
  for (const std::uint64_t id : over) stop(id);
}

}  // namespace aida
