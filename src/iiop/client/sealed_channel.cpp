#include "iiop/client/sealed_channel.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

// A call in progress.
class SealedChannel::Sealed {
 public:
  explicit Sealed(SealedChannel& channel) noexcept
      : channel_(channel), is_warm_up_(is_more_than_ever(channel, channel.in_progress_.fetch_add(1) + 1)) {
    if (!channel.calls_.wants_place()) sealing::this_thread()->wants_place = false;
  }
  ~Sealed() { channel_.in_progress_.fetch_sub(1); }
  Sealed(const Sealed&) = delete;
  Sealed& operator=(const Sealed&) = delete;

  // True if more calls are in progress than ever before, so that this call may allocate what each call needs.
  bool is_warm_up() const noexcept { return is_warm_up_; }
  HeapUse used() const noexcept { return scope_.used(); }

 private:
  static bool is_more_than_ever(SealedChannel& channel, std::uint32_t calls) noexcept {
    auto most = channel.in_progress_max_.load(std::memory_order_relaxed);
    while (calls > most) {
      if (channel.in_progress_max_.compare_exchange_weak(most, calls)) return true;
    }
    return false;
  }

  const dimma::sealed scope_;
  SealedChannel& channel_;
  const bool is_warm_up_;
};

namespace {

// True if the exception concerns this call alone, not the connection or an attempt to open a new one.
bool is_of_the_call(const CORBA::SystemException& exception, const channel::Request& request) noexcept {
  return request.is_answered || exception.minor() == minor::timeout_call ||
         exception.minor() == minor::timeout_resources || exception.minor() == minor::no_resources_exhausted;
}

}  // namespace

SealedChannel::SealedChannel(std::shared_ptr<AssembledChannel> within, const EngineeringQoS& qos,
                             const std::string& endpoint)
    : WrappingChannel(std::move(within)), calls_(qos.memory, End::client, "by the channel to " + endpoint) {}

channel::Outcome SealedChannel::call(channel::Request& request) {
  const Sealed call(*this);
  channel::Outcome outcome;
  try {
    outcome = within_->call(request);
  } catch (...) {
    if (call.used() != HeapUse{}) judge_failure(call, request);
    throw;
  }
  if (call.used() == HeapUse{}) return outcome;
  if (outcome.kind != channel::Outcome::Kind::done) {
    calls_.apart(call.used());
  } else {
    judge(call, request, request.operation.oneway ? CORBA::COMPLETED_MAYBE : CORBA::COMPLETED_YES);
  }
  return outcome;
}

void SealedChannel::judge_failure(const Sealed& call, const channel::Request& request) {
  CORBA::CompletionStatus completed = CORBA::COMPLETED_YES;
  try {
    throw;
  } catch (const CORBA::SystemException& exception) {
    if (!is_of_the_call(exception, request)) return calls_.apart(call.used());
    completed = exception.completed();
  } catch (...) {  // NOLINT: a user exception
  }
  judge(call, request, completed);
}

void SealedChannel::judge(const Sealed& call, const channel::Request& request, CORBA::CompletionStatus completed) {
  const HeapUse used = call.used();
  if (call.is_warm_up()) return calls_.warmed_up(used);
  const dimma::unsealed while_said;
  const auto& place = sealing::this_thread()->place;
  calls_.took(request.operation.name, used, place);
  if (!calls_.raises()) return;
  request.is_answered = true;
  throw CORBA::NO_MEMORY(minor::no_memory_sealed, completed, calls_.in_words(request.operation.name, used, place));
}

void SealedChannel::begin(std::shared_ptr<channel::Awaiting> /*call*/) {
  throw CORBA::BAD_QOS(minor::bad_qos_asynchronous, CORBA::COMPLETED_NO,
                       "field 'memory': an asynchronous call cannot be sealed, because it is kept on the heap until it "
                       "ends; use a binding with memory=any");
}

void SealedChannel::report(std::vector<channel::Fact>& facts) const {
  within_->report(facts);
  calls_.report(facts);
}

}  // namespace dimma::iiop
