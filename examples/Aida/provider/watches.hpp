#pragma once
// The data that clients watch. Each is read periodically by a thread of its own, and written to the client's buffer
// when it has changed.

#include "provider/source.hpp"

#include <dimma/codec_factory.hpp>
#include <dimma/orb.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace aida {

struct WatchedDatum {
  std::string name;
  Parameters parameters;
  std::chrono::milliseconds period;
};

// May be used by several threads at once. The functions throw Aida::NoSuchDatum, BadParameter and NotAvailable.
class Watches {
 public:
  Watches(const IDL::traits<CORBA::ORB>::ref_type& orb, Source& source);
  ~Watches();
  Watches(const Watches&) = delete;
  Watches& operator=(const Watches&) = delete;

  Aida::WatchedBuffer begin_here(WatchedDatum datum);
  std::uint64_t begin_there(WatchedDatum datum, const IDL::traits<CORBA::Object>::ref_type& buffer);
  bool keep(std::uint64_t id);
  void end(std::uint64_t id) { stop(id); }

 private:
  using Clock = std::chrono::steady_clock;
  using Write = std::function<void(const Aida::Sample&)>;
  struct Watch {
    WatchedDatum datum;
    Write write;
    Clock::time_point ends;
    bool is_stopped = false;
    std::thread thread;
  };

  std::uint64_t begin(WatchedDatum datum, const std::function<Write(std::uint64_t id, std::size_t octets)>& writer);
  void run(Watch& watch);
  void stop(std::uint64_t id);
  void collect();
  Aida::Sample sample(const WatchedDatum& datum);
  CORBA::OctetSeq encoded(const Aida::Sample& sample) const;

  const IDL::traits<IOP::Codec>::ref_type codec_;
  Source& source_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, std::shared_ptr<Watch>> watches_;
};

}  // namespace aida
