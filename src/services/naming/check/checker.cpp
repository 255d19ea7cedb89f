#include "services/naming/check/checker.hpp"

#include "base/sync/clock.hpp"
#include "services/naming/check/parallel.hpp"

#include <dimma/messaging.hpp>

#include <algorithm>
#include <sstream>
#include <utility>

namespace dimma::naming {

namespace {

std::string words_of(const CORBA::Exception& exception) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << exception;
  return text.str();
}

// Returns true if the address counts for the health: if there are network addresses, local ones do not count.
bool counts(const CheckResult& result, const AddressCheck& address) {
  if (!address.is_local) return true;
  return std::all_of(result.addresses.begin(), result.addresses.end(),
                     [](const AddressCheck& other) { return other.is_local; });
}

std::string list_of(const CheckResult& result, bool answering) {
  std::string text;
  for (const AddressCheck& address : result.addresses) {
    if (!counts(result, address) || (address.outcome == Outcome::answers) != answering) continue;
    if (!text.empty()) text += "; ";
    text += address.address;
    if (!answering) text += ' ' + std::string(to_string(address.outcome));
  }
  return text;
}

void summarize(CheckResult& result) {
  std::size_t counted = 0;
  std::size_t answering = 0;
  bool is_local_only = !result.addresses.empty();
  for (const AddressCheck& address : result.addresses) {
    is_local_only = is_local_only && address.is_local;
    if (!counts(result, address)) continue;
    ++counted;
    answering += address.outcome == Outcome::answers;
  }
  using DimmaNaming::Health;
  if (counted == 0) {
    result.health = Health::silent;
    result.remark = "the reference has no address";
  } else if (is_local_only) {
    result.health = Health::local_only;
    result.remark = answering == 0
                        ? "only its own host can reach it, and from here it is not reached: " + list_of(result, false)
                        : "only its own host reaches it: " + list_of(result, true);
  } else if (answering == counted) {
    result.health = Health::answers;
  } else {
    result.health = answering == 0 ? Health::silent : Health::partly;
    result.remark = list_of(result, false);
  }
}

}  // namespace

std::string_view to_string(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::answers:
      return "answers";
    case Outcome::does_not_exist:
      return "does not exist";
    case Outcome::unreachable:
      return "is not reached";
    case Outcome::timed_out:
      return "timed out";
    case Outcome::failed:
      return "failed";
    case Outcome::not_asked:
      break;
  }
  return "cannot be asked";
}

std::string_view to_string(DimmaNaming::Health health) noexcept {
  switch (health) {
    case DimmaNaming::Health::answers:
      return "answers";
    case DimmaNaming::Health::partly:
      return "partly";
    case DimmaNaming::Health::silent:
      return "silent";
    case DimmaNaming::Health::local_only:
      return "local only";
    case DimmaNaming::Health::unchecked:
      break;
  }
  return "unchecked";
}

// If all addresses can be reached only from the server's machine, one answer is enough, since a machine may lack some
// kinds of local addresses.
bool CheckResult::is_good() const noexcept {
  if (health == DimmaNaming::Health::local_only) {
    return std::any_of(addresses.begin(), addresses.end(),
                       [](const AddressCheck& address) { return address.outcome == Outcome::answers; });
  }
  return health == DimmaNaming::Health::answers;
}

Checker::Checker(CORBA::object_reference<CORBA::ORB> orb, std::chrono::milliseconds timeout,
                 std::size_t concurrency_max, TlsAddressing tls)
    : orb_(std::move(orb)),
      timeout_(timeout),
      concurrency_max_(std::clamp<std::size_t>(concurrency_max, 1, 1000)),
      tls_(tls) {}

AddressCheck Checker::ask(const ObjectAddress& address) const {
  AddressCheck check{.address = address.text, .is_local = address.is_local};
  if (address.single.empty()) return check;
  const auto begin = Clock::now();
  const auto is_over = [&](Outcome outcome, std::string words) {
    check.outcome = outcome;
    check.words = std::move(words);
  };
  try {
    CORBA::Any limit;
    limit <<=
        static_cast<TimeBase::TimeT>(std::chrono::duration_cast<std::chrono::nanoseconds>(timeout_).count() / 100);
    const auto policy = orb_->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, limit);
    const auto object =
        orb_->string_to_object(address.single)->_set_policy_overrides({policy}, CORBA::SetOverrideType::ADD_OVERRIDE);
    is_over(object->_non_existent() ? Outcome::does_not_exist : Outcome::answers, {});
  } catch (const CORBA::OBJECT_NOT_EXIST& gone) {
    is_over(Outcome::does_not_exist, words_of(gone));
  } catch (const CORBA::NO_IMPLEMENT& without) {
    is_over(Outcome::answers, words_of(without));  // an ORB that does not support _non_existent() has answered
  } catch (const CORBA::BAD_OPERATION& without) {
    is_over(Outcome::answers, words_of(without));
  } catch (const CORBA::TIMEOUT& late) {
    is_over(Outcome::timed_out, words_of(late));
  } catch (const CORBA::TRANSIENT& absent) {
    is_over(Outcome::unreachable, words_of(absent));
  } catch (const CORBA::Exception& raised) {
    is_over(Outcome::failed, words_of(raised));
  }
  check.took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
  return check;
}

std::vector<CheckResult> Checker::check(std::span<const CORBA::object_reference<CORBA::Object>> references) const {
  struct Question {
    ObjectAddress address;
    std::size_t result;
    std::size_t place;
  };
  std::vector<Question> questions;
  std::vector<CheckResult> results(references.size());
  for (std::size_t index = 0; index < references.size(); ++index) {
    if (!references[index]) continue;
    auto addresses = addresses_of(orb_->object_to_string(references[index]), tls_);
    results[index].addresses.resize(addresses.size());
    for (std::size_t place = 0; place < addresses.size(); ++place) {
      questions.push_back({std::move(addresses[place]), index, place});
    }
  }
  run_in_parallel(questions.size(), concurrency_max_, [&](std::size_t number) {
    const Question& question = questions[number];
    results[question.result].addresses[question.place] = ask(question.address);
  });
  for (std::size_t index = 0; index < references.size(); ++index) {
    summarize(results[index]);
    if (!references[index]) results[index].remark = "the reference is nil";
  }
  return results;
}

CheckResult Checker::check(const CORBA::object_reference<CORBA::Object>& reference) const {
  return std::move(check(std::span(&reference, 1)).front());
}

}  // namespace dimma::naming
