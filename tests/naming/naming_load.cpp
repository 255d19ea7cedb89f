// naming_load URL THREADS SEED: binds, rebinds and unbinds names in a naming context, while its service is killed and
// restarted, until it reads a line "check"; then compares the context with the replies. Prints what it did; status 1 if
// an acknowledged change is missing, or a refused change was made.

#include "CosNaming.hpp"

#include <dimma/orb.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using CosNaming::NamingContext;
using Context = CORBA::object_reference<NamingContext>;
using ORB = CORBA::object_reference<CORBA::ORB>;

// The keys of the objects that a name may now be bound to; includes "" if it may be unbound.
using States = std::set<std::string>;
const std::string unbound;

struct Counts {
  std::atomic<long> acknowledged{0};
  std::atomic<long> refused{0};
  std::atomic<long> unknown{0};
  std::atomic<long> wrong{0};
};

CosNaming::Name name_of(const std::string& id) {
  CosNaming::Name name;
  name.emplace_back(id, "load");
  return name;
}

class Client {
 public:
  Client(ORB orb, std::string url, Counts& counts, unsigned number, unsigned seed)
      : orb_(std::move(orb)), url_(std::move(url)), counts_(counts), number_(number), random_(seed + number) {}

  void run(const std::atomic<bool>& stops) {
    const Context context = narrowed();
    while (!stops) step(*context);
  }

  void check(NamingContext& context) {
    for (const auto& [id, states] : names_) {
      const std::string found = found_at(context, id);
      if (states.count(found) != 0) continue;
      ++counts_.wrong;
      std::cout << id << " is bound to '" << found << "', not to any of:";
      for (const std::string& state : states) std::cout << " '" << state << '\'';
      std::cout << std::endl;
    }
  }
  std::size_t names() const { return names_.size(); }

 private:
  // Retries while the service is down.
  Context narrowed() const {
    for (;;) {
      try {
        if (auto context = IDL::traits<NamingContext>::narrow(orb_->string_to_object(url_))) return context;
      } catch (const CORBA::SystemException&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    }
  }

  CORBA::object_reference<CORBA::Object> object(const std::string& key) const {
    return orb_->string_to_object("corbaloc::192.0.2.1:4711/" + key);
  }

  void step(NamingContext& context) {
    const std::string fresh = std::to_string(number_) + '-' + std::to_string(next_++);
    const auto kind = random_() % 10;
    if (kind < 6 || known_.empty()) {
      known_.push_back(fresh);
      names_[fresh] = {unbound};
      return settle(names_[fresh], fresh, attempt([&] { context.bind(name_of(fresh), object(fresh)); }, fresh, fresh));
    }
    const std::string id = known_[random_() % known_.size()];
    States& states = names_[id];
    if (kind == 6) {
      settle(states, fresh, attempt([&] { context.bind(name_of(id), object(fresh)); }, id, fresh));
    } else if (kind < 9) {
      settle(states, fresh, attempt([&] { context.rebind(name_of(id), object(fresh)); }, id, fresh));
    } else {
      settle(states, unbound, attempt([&] { context.unbind(name_of(id)); }, id, unbound));
    }
  }

  enum class Outcome { done, already_bound, not_found, failed };

  template <class Work>
  Outcome attempt(Work&& work, const std::string& id, const std::string& to) {
    try {
      work();
      return Outcome::done;
    } catch (const NamingContext::NotFound&) {
      return Outcome::not_found;
    } catch (const NamingContext::AlreadyBound&) {
      return Outcome::already_bound;
    } catch (const CORBA::SystemException& failure) {
      ++(failure.completed() == CORBA::COMPLETED_NO ? counts_.refused : counts_.unknown);
      if (failure.completed() != CORBA::COMPLETED_NO) names_[id].insert(to);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return Outcome::failed;
    }
  }

  // Updates the states by the outcome of a change, which must not contradict them.
  void settle(States& states, const std::string& to, Outcome outcome) {
    if (outcome == Outcome::failed) return;
    ++counts_.acknowledged;
    if (outcome == Outcome::done) {
      states = {to};
    } else if (outcome == Outcome::not_found) {
      if (states.count(unbound) == 0) contradicted(states, "nothing is bound");
      states = {unbound};
    } else {
      states.erase(unbound);
      if (states.empty()) contradicted(states, "something is bound");
    }
  }

  void contradicted(const States& states, const char* answer) {
    ++counts_.wrong;
    std::cout << "an answer says that " << answer << ", where there should be:";
    for (const std::string& state : states) std::cout << " '" << state << '\'';
    std::cout << std::endl;
  }

  static std::string found_at(NamingContext& context, const std::string& id) {
    try {
      return key_in(context.resolve(name_of(id)));
    } catch (const NamingContext::NotFound&) {
      return unbound;
    }
  }

  static std::string key_in(const CORBA::object_reference<CORBA::Object>& object);

  const ORB orb_;
  const std::string url_;
  Counts& counts_;
  const unsigned number_;
  std::mt19937 random_;
  long next_ = 0;
  std::vector<std::string> known_;
  std::map<std::string, States> names_;
};

ORB the_orb;

// Finds the key, which is "NUMBER-NUMBER", in the octets of the stringified reference.
std::string Client::key_in(const CORBA::object_reference<CORBA::Object>& object) {
  const std::string ior = the_orb->object_to_string(object).substr(4);
  std::string octets;
  for (std::size_t i = 0; i + 1 < ior.size(); i += 2) {
    octets += static_cast<char>(std::stoi(ior.substr(i, 2), nullptr, 16));
  }
  // After the host comes the port, 4711, and then the key with its length.
  const std::size_t host = octets.find("192.0.2.1");
  std::size_t at = host + sizeof "192.0.2.1" + 2;
  while (at < octets.size() && octets[at] != '-') ++at;
  std::size_t begin = at;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  while (begin > 0 && is_digit(octets[begin - 1])) --begin;
  std::size_t end = at + 1;
  while (end < octets.size() && is_digit(octets[end])) ++end;
  return octets.substr(begin, end - begin);
}

int load(int argc, char** argv) {
  the_orb = CORBA::ORB_init(argc, argv);
  if (argc != 4) throw std::runtime_error("naming_load URL THREADS SEED");
  const std::string url = argv[1];
  const auto threads = static_cast<unsigned>(std::stoul(argv[2]));
  const auto seed = static_cast<unsigned>(std::stoul(argv[3]));
  Counts counts;
  std::vector<Client> clients;
  for (unsigned i = 0; i < threads; ++i) clients.emplace_back(the_orb, url, counts, i, seed);
  std::atomic<bool> stops{false};
  std::vector<std::thread> running;
  for (Client& client : clients) running.emplace_back([&] { client.run(stops); });
  std::string line;
  while (std::getline(std::cin, line) && line != "check") {
  }
  stops = true;
  for (std::thread& thread : running) thread.join();
  const auto context = IDL::traits<NamingContext>::narrow(the_orb->string_to_object(url));
  std::size_t names = 0;
  for (Client& client : clients) {
    client.check(*context);
    names += client.names();
  }
  std::cout << names << " names, " << counts.acknowledged << " changes acknowledged, " << counts.refused << " refused, "
            << counts.unknown << " unknown, " << counts.wrong << " wrong" << std::endl;
  return counts.wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return load(argc, argv);
  } catch (const std::exception& exception) {
    std::cerr << "naming_load: " << exception.what() << '\n';
    return 2;
  }
}
