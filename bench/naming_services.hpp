#pragma once
// The naming services that dimma-bench naming compares, each a process with names in its root context.

#include "measure/pinning.hpp"
#include "measure/process.hpp"
#include "measure/turns.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace bench {

class NamingServer {
 public:
  virtual ~NamingServer() = default;
  virtual std::string name() const = 0;
  measure::Contender client(std::size_t clients) const;
  std::size_t bindings() const noexcept { return bindings_; }
  // Makes the service load everything about its names that it keeps in memory.
  virtual void load() {}
  double octets_a_binding() const;

 protected:
  explicit NamingServer(const measure::Placement& where) : where_(where) {}

  const measure::Placement where_;
  const measure::TemporaryFolder folder_;
  std::string url_;
  std::size_t bindings_ = 0;
  std::size_t octets_before_ = 0;  // the process's private memory without bindings
  measure::Child process_;
};

// An etcd process, the only member of its cluster.
class Etcd {
 public:
  static bool is_installed();
  explicit Etcd(const measure::Placement& where);
  const std::string& address() const noexcept { return address_; }  // HOST:PORT
  // A client that puts records through etcd's HTTP interface; waits until etcd answers.
  measure::Contender puts() const;

 private:
  const measure::Placement where_;
  const measure::TemporaryFolder folder_;
  std::string address_;
  measure::Child process_;
};

// dimma-naming on a SQLite file with full durability, or on etcd.
class DimmaNaming : public NamingServer {
 public:
  DimmaNaming(const measure::Placement& where, const Etcd& etcd, std::size_t bindings);
  // On a SQLite file. Most of the names are written to the file while the service is stopped.
  DimmaNaming(const measure::Placement& where, std::size_t bindings);
  std::string name() const override { return is_on_etcd() ? "dimma-naming, etcd" : "dimma-naming"; }
  void load() override;
  // The seconds from the start of the process until the service answers, and from SIGTERM to the end of the process.
  double started_s() const noexcept { return started_s_; }
  double stopped_s() const noexcept { return stopped_s_; }
  // Ends the service and starts it again, for these two times. There must be no client yet.
  void restart();

 private:
  void start();
  void stop();
  bool is_on_etcd() const { return store_.starts_with("etcd:"); }

  const std::string store_;
  double started_s_ = 0;
  double stopped_s_ = 0;
};

// omniNames, with as many names as can be bound within `patience`.
class OmniNames : public NamingServer {
 public:
  static bool is_installed();
  OmniNames(const measure::Placement& where, std::size_t bindings, std::chrono::seconds patience);
  std::string name() const override { return "omniNames"; }
};

}  // namespace bench
