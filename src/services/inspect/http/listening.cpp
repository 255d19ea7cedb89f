#include "services/inspect/http/listening.hpp"

#include "base/never_destroyed.hpp"
#include "base/sync/sync.hpp"
#include "base/without_signals.hpp"
#include "services/inspect/http/service.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <pthread.h>
#include <sched.h>

#include <set>
#include <thread>

namespace dimma::inspect {

namespace {

namespace asio = boost::asio;

// The addresses at which this process listens for inspections. Never destroyed, since a listener may end during the
// destruction of static objects.
struct Taken {
  sync::Mutex mutex;
  std::multiset<std::string> names DIMMA_GUARDED_BY(mutex);
};
Taken& taken() {
  static NeverDestroyed<Taken> only;
  return *only;
}

std::string name_of(const Address& address) {
  if (address.kind != Address::Kind::tcp) return address.host;
  return address.host + ' ' + std::to_string(address.port);
}

class Place {
 public:
  Place(Address address, unsigned port) {
    if (address.kind == Address::Kind::tcp) address.port = static_cast<std::uint16_t>(port);
    name_ = name_of(address);
    const sync::LockGuard lock(taken().mutex);
    taken().names.insert(name_);
  }
  ~Place() {
    const sync::LockGuard lock(taken().mutex);
    taken().names.erase(taken().names.find(name_));
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  std::string name_;
};

std::shared_ptr<Service> make_service(const Service::Executor& executor, const Address& address, Offered& offered) {
  const auto served = std::make_shared<Served>();
  served->answer = std::move(offered.answer);
  served->is_of_loopback = address.kind == Address::Kind::tcp && address.is_loopback;
  auto service = std::make_shared<Service>(executor, served);
  service->listen(address, offered.tls);
  if (!offered.token.empty()) served->guard.emplace(std::move(offered.token), address.has_tls, service->port());
  return service;
}

// Gives this thread the scheduling policy SCHED_IDLE: it runs only when the processor is otherwise idle.
void become_idle() {
  sched_param none{};
  pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
  pthread_setname_np(pthread_self(), "dimma-inspect");
}

class OwnThread final : public Server::Listening {
 public:
  OwnThread(const Address& address, Offered& offered)
      : service_(make_service(context_.get_executor(), address, offered)), place_(address, service_->port()) {
    service_->begin();
    const WithoutSignals blocked;
    thread_ = std::thread([this] {
      become_idle();
      run();
    });
  }
  ~OwnThread() override {
    context_.stop();
    thread_.join();
    service_->end();
  }

  const std::string& address() const noexcept override { return service_->address(); }

 private:
  // An exception means that a client cannot be served since memory has run out: drops it and continues with the others.
  void run() {
    for (;;) {
      try {
        context_.run();
        return;
      } catch (const std::exception&) {
        continue;
      }
    }
  }

  asio::io_context context_{1};
  const std::shared_ptr<Service> service_;
  const Place place_;
  std::thread thread_;
};

class OfApplication final : public Server::Listening {
 public:
  OfApplication(const asio::any_io_executor& executor, const Address& address, Offered& offered)
      : strand_(asio::make_strand(executor)),
        service_(make_service(strand_, address, offered)),
        place_(address, service_->port()) {
    asio::post(strand_, [service = service_] { service->begin(); });
  }
  ~OfApplication() override {
    asio::post(strand_, [service = service_] { service->end(); });
  }

  const std::string& address() const noexcept override { return service_->address(); }

 private:
  const Service::Executor strand_;
  const std::shared_ptr<Service> service_;
  const Place place_;
};

}  // namespace

std::unique_ptr<Server::Listening> listen_by_thread(const Address& address, Offered offered) {
  return std::make_unique<OwnThread>(address, offered);
}

std::unique_ptr<Server::Listening> listen_on(const asio::any_io_executor& executor, const Address& address,
                                             Offered offered) {
  return std::make_unique<OfApplication>(executor, address, offered);
}

bool is_taken_here(const Address& address) {
  const sync::LockGuard lock(taken().mutex);
  return taken().names.contains(name_of(address));
}

}  // namespace dimma::inspect
