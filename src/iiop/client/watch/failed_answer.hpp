#pragma once
// The answer to an asynchronous call that failed without a reply.

#include "channel/channel.hpp"

#include <dimma/asio/detail/call_memory.hpp>

#include <exception>
#include <memory>
#include <new>
#include <utility>

namespace dimma::iiop {

class SharedConnection;

class FailedAnswer final : public channel::Answer {
 public:
  // Returns nullptr if there is no memory for the answer. Otherwise the answer takes ownership of `kept`.
  static std::unique_ptr<channel::Answer> of(std::exception_ptr why,
                                             std::shared_ptr<SharedConnection>&& kept = nullptr) noexcept {
    try {
      return std::make_unique<FailedAnswer>(std::move(why), std::move(kept));
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }

  FailedAnswer(std::exception_ptr why, std::shared_ptr<SharedConnection>&& kept) noexcept
      : why_(std::move(why)), kept_(std::move(kept)) {}
  channel::Outcome read(const channel::Request& /*request*/, bool /*was_asked*/) override {
    std::rethrow_exception(why_);
  }

  static void* operator new(std::size_t octets) { return asio::detail::take_call_memory(octets); }
  static void operator delete(void* memory, std::size_t octets) noexcept {
    asio::detail::give_call_memory(memory, octets);
  }

 private:
  const std::exception_ptr why_;
  const std::shared_ptr<SharedConnection> kept_;
};

}  // namespace dimma::iiop
