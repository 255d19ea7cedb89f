#include "provider/registration.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>

namespace aida {
namespace {

using namespace std::chrono_literals;

}  // namespace

Registration::Registration(IDL::traits<CORBA::ORB>::ref_type orb, std::string directory, Registered what,
                           std::function<void()> entered, std::function<void(const std::string& why)> failed)
    : orb_(std::move(orb)),
      url_(std::move(directory)),
      what_(std::move(what)),
      entered_(std::move(entered)),
      failed_(std::move(failed)),
      directory_(dimma::narrow_unchecked<Aida::Directory>(orb_->string_to_object(url_))),
      thread_([this] { run(); }) {}

Registration::~Registration() {
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

// Renews the lease three times within its lifetime.
void Registration::run() {
  try {
    const auto pause = std::min<std::chrono::milliseconds>(what_.lifetime / 3, 10s);
    const auto retry = std::min<std::chrono::milliseconds>(pause, 500ms);
    do {
      try {
        if (lease_ == 0) {
          enter();
        } else {
          renew();
        }
        said_.clear();
      } catch (const CORBA::SystemException& exception) {
        std::ostringstream text;
        text << "waiting for the directory " << url_ << ": " << exception;
        say(text.str());
      }
    } while (wait(lease_ != 0 && said_.empty() ? pause : retry));
    withdraw();
  } catch (const Aida::NameTaken& taken) {
    failed_("the datum " + taken.name() + " is registered by the provider " + taken.provider_name());
  } catch (const Aida::ProviderTaken& taken) {
    failed_("another process has registered as the provider " + taken.provider_name());
  } catch (const std::exception& exception) {
    failed_(exception.what());
  }
}

void Registration::enter() {
  const auto lifetime = static_cast<std::uint32_t>(what_.lifetime.count());
  lease_ = directory_->enter(what_.provider_name, what_.where, what_.data, lifetime, !was_entered_);
  if (was_entered_) {
    std::cerr << "aida_provider: registered again" << std::endl;
  } else {
    was_entered_ = true;
    entered_();
  }
}

void Registration::renew() {
  try {
    directory_->renew(lease_);
  } catch (const Aida::LeaseEnded&) {
    lease_ = 0;
    enter();
  }
}

void Registration::withdraw() noexcept {
  try {
    if (lease_ != 0) directory_->withdraw(lease_);
  } catch (const std::exception&) {
    // The lease ends when its lifetime is over.
  }
}

bool Registration::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [this] { return stops_; });
}

// Prints the text, unless it is the same as the last one.
void Registration::say(const std::string& text) {
  if (said_ == text) return;
  said_ = text;
  std::cerr << "aida_provider: " << text << std::endl;
}

}  // namespace aida
