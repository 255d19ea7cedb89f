#include "services/store/etcd/resolving.hpp"

#include "services/locks/locks.hpp"

#include <array>
#include <memory>
#include <system_error>
#include <thread>

#include <netinet/in.h>
#include <sys/socket.h>

namespace dimma::store::etcd {
namespace {

struct Question {
  locks::Mutex mutex;
  locks::Condition answered;
  bool is_answered DIMMA_GUARDED_BY(mutex) = false;
  int code DIMMA_GUARDED_BY(mutex) = 0;  // result of getaddrinfo()
  std::vector<std::string> addresses DIMMA_GUARDED_BY(mutex);
};

[[noreturn]] void fail(const Endpoint& endpoint, const std::string& why) {
  throw ConnectionError(ConnectionError::Kind::not_sent, "finding the address of " + text_of(endpoint) + ": " + why);
}

int ask(const Endpoint& endpoint, int flags, const LookUp& look_up, std::vector<std::string>& addresses) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICSERV | flags;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  const int code = look_up(endpoint.host.c_str(), endpoint.port.c_str(), &hints, &list);
  if (code != 0) return code;
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(list, &::freeaddrinfo);
  for (const addrinfo* each = list; each != nullptr; each = each->ai_next) {
    std::array<char, NI_MAXHOST> text{};
    if (::getnameinfo(each->ai_addr, each->ai_addrlen, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0) {
      addresses.emplace_back(text.data());
    }
  }
  return addresses.empty() ? EAI_NONAME : 0;
}

}  // namespace

std::vector<std::string> resolve(const Endpoint& endpoint, Deadline deadline, const LookUp& look_up) {
  std::vector<std::string> numeric;
  if (ask(endpoint, AI_NUMERICHOST, ::getaddrinfo, numeric) == 0) return numeric;
  const auto question = std::make_shared<Question>();
  try {
    std::thread([question, endpoint, look_up] {
      std::vector<std::string> addresses;
      const int code = ask(endpoint, 0, look_up, addresses);
      const locks::Lock lock(question->mutex);
      question->code = code;
      question->addresses = std::move(addresses);
      question->is_answered = true;
      question->answered.notify_all();
    }).detach();
  } catch (const std::system_error& error) {
    fail(endpoint, std::string("cannot start a thread for the resolver: ") + error.what());
  }
  locks::Lock lock(question->mutex);
  if (!question->answered.wait_until(lock, deadline,
                                     [&]() DIMMA_REQUIRES(question->mutex) { return question->is_answered; })) {
    fail(endpoint, "the resolver did not answer in time");
  }
  if (question->code != 0) fail(endpoint, ::gai_strerror(question->code));
  return std::move(question->addresses);
}

}  // namespace dimma::store::etcd
