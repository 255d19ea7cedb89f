#include "services/naming/service/references/members.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <pthread.h>

namespace dimma::naming {

Members::Members(store::Store& store, ServiceLog& log, Addresses own, std::chrono::milliseconds lifetime,
                 std::function<void()> changed)
    : store_(store), log_(log), own_(std::move(own)), lifetime_(lifetime), changed_(std::move(changed)) {
  join();
  look();
  thread_ = std::thread([this] { run(); });
}

void Members::leave() noexcept {
  if (!thread_.joinable()) return;
  {
    const locks::Lock lock(mutex_);
    stops_ = true;
  }
  stops_changed_.notify_all();
  thread_.join();
  try {
    store_.revoke(lease_);
  } catch (const store::StoreError&) {
    // The lease expires.
  }
}

std::shared_ptr<const Members::Addresses> Members::others() const {
  const locks::Lock lock(mutex_);
  return others_;
}

void Members::run() {
  ::pthread_setname_np(::pthread_self(), "dimma-members");
  for (;;) {
    {
      locks::Lock lock(mutex_);
      if (stops_changed_.wait_for(lock, lifetime_ / 3, [this]() DIMMA_REQUIRES(mutex_) { return stops_; })) return;
    }
    try {
      renew();
      if (look()) changed_();
    } catch (const store::StoreError& error) {
      log_.limited(std::string("announcing this service to the others: ") + error.what());
    }
  }
}

void Members::renew() {
  if (store_.renew(lease_)) return;
  log_.line("the other services had considered this one gone; it is announced again");
  join();
}

void Members::join() {
  const store::LeaseId lease = store_.grant(lifetime_);
  store_.put(key_of_member(id_), value_of_member(own_), lease);
  lease_ = lease;
}

bool Members::look() {
  Addresses found;
  store::Query query;
  query.prefix = member_prefix;
  for (bool is_last = false; !is_last;) {
    const store::Page page = store_.list(query);
    is_last = page.is_last;
    for (const store::Record& record : page.records) {
      try {
        for (MemberAddress& address : member_in(record)) {
          if (std::find(own_.begin(), own_.end(), address) == own_.end()) found.push_back(std::move(address));
        }
      } catch (const store::StoreError& damaged) {
        log_.limited(damaged.what());
      }
    }
    if (!page.records.empty()) query.after = page.records.back().key;
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  const locks::Lock lock(mutex_);
  if (*others_ == found) return false;
  others_ = std::make_shared<const Addresses>(std::move(found));
  return true;
}

}  // namespace dimma::naming
