#pragma once
// The client's bindings to the current server, each kind shared by all threads.

#include "common/references.hpp"

#include <dimma/binding.hpp>
#include <stress_skel.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stress {

using OrbRef = IDL::traits<CORBA::ORB>::ref_type;
using TargetRef = IDL::traits<Stress::Target>::ref_type;
using ControlRef = IDL::traits<Stress::Control>::ref_type;
using TargetBinding = std::shared_ptr<dimma::Binding<Stress::Target>>;

struct Kind {
  std::string qos;
  std::chrono::microseconds deadline{0};  // 0: none
  bool asynchronous = true;               // sendc_ can be used

  std::string text(const std::string& transport) const {
    std::string all = "transport=" + transport;
    if (!qos.empty()) all += "," + qos;
    if (deadline.count() != 0) all += ",deadline=" + std::to_string(deadline.count()) + "us";
    return all;
  }
};

using std::chrono::microseconds;

// Kinds of bindings that share connections, with and without deadlines, so that the end of one call affects others.
inline const std::vector<Kind> kinds{
    {"", microseconds(0)},
    {"", microseconds(1'500)},
    {"", microseconds(4'000)},
    {"", microseconds(200'000)},
    {"socket=send(16k)", microseconds(0)},
    {"socket=send(16k)", microseconds(3'000)},
    {"demultiplexing=task", microseconds(0)},
    {"demultiplexing=task", microseconds(5'000)},
    {"connection=dedicated", microseconds(10'000)},
    {"messages=2", microseconds(8'000)},
    {"processing=pool(2)", microseconds(30'000)},
    {"processing=nullTask,messages=1", microseconds(20'000), false},
};

class Bindings {
 public:
  Bindings(OrbRef orb, std::filesystem::path folder, std::string transport)
      : orb_(std::move(orb)), folder_(std::move(folder)), transport_(std::move(transport)), made_(kinds.size()) {}

  const OrbRef& orb() const noexcept { return orb_; }
  const std::string& transport() const noexcept { return transport_; }
  // The reference of the current target.
  std::string target_text() const { return text_in("target.ior"); }

  // Throws the exception of bind() if there is no server.
  TargetBinding of(std::size_t kind) {
    Made& made = made_[kind];
    const std::lock_guard lock(made.mutex);
    if (!made.binding) {
      made.reference = text_in("target.ior");
      const auto target = resolve<Stress::Target>(orb_, "target", made.reference);
      made.binding = std::make_shared<dimma::Binding<Stress::Target>>(
          dimma::bind(target, dimma::EngineeringQoS::parse(kinds[kind].text(transport_))));
    }
    return made.binding;
  }
  // Reports a failed call. The binding is dropped only if there is another server; otherwise it has to recover by
  // itself.
  void failed(std::size_t kind) {
    Made& made = made_[kind];
    const std::string now = text_in("target.ior");
    const std::lock_guard lock(made.mutex);
    if (made.binding && made.reference != now) made.binding.reset();
  }

  // The current target, without an explicit binding.
  TargetRef target() const { return resolve<Stress::Target>(orb_, "target", text_in("target.ior")); }
  dimma::Binding<Stress::Control> control() const {
    const auto control = resolve<Stress::Control>(orb_, "control", text_in("control.ior"));
    return dimma::bind(control, dimma::EngineeringQoS::parse("transport=" + transport_));
  }
  dimma::Binding<Stress::Target> bind(const TargetRef& target, const Kind& kind) const {
    return dimma::bind(target, dimma::EngineeringQoS::parse(kind.text(transport_)));
  }

 private:
  struct Made {
    std::mutex mutex;
    std::string reference;
    TargetBinding binding;
  };

  std::string text_in(const char* file) const {
    std::string text;
    std::ifstream in(folder_ / file);
    std::getline(in, text);
    return text;
  }

  const OrbRef orb_;
  const std::filesystem::path folder_;
  const std::string transport_;
  std::vector<Made> made_;
};

}  // namespace stress
