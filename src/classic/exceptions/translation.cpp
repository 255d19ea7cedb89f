#include "classic/exceptions/translation.hpp"

#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/text.hpp"
#include "classic/streams/over.hpp"

#include <dimma/minor.hpp>
#include <dimma/qos.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace dimma::classic {

namespace {

struct Raiser {
  std::string_view repository_id;
  void (*raise)(std::uint32_t minor, CORBA::CompletionStatus completed, const char* detail);
};

constexpr Raiser raisers[] = {
#define DIMMA_CLASSIC_RAISER(NAME) {::CORBA::NAME::repository_id, &raise<CORBA::NAME>},
    DIMMA_CLASSIC_SYSTEM_EXCEPTIONS(DIMMA_CLASSIC_RAISER)
#undef DIMMA_CLASSIC_RAISER
};

CORBA::CompletionStatus classic(::CORBA::CompletionStatus completed) noexcept {
  return static_cast<CORBA::CompletionStatus>(completed);
}

::CORBA::CompletionStatus modern(CORBA::CompletionStatus completed) noexcept {
  return static_cast<::CORBA::CompletionStatus>(completed);
}

}  // namespace

void CarriedException::_encode(cdr::Encoder& out) const {
  try {
    Output members(out);
    carried_->_encode(members);
  } catch (...) {
    raise_modern();
  }
}

void raise_classic() {
  try {
    throw;
  } catch (const CarriedException& carried) {
    carried.raise_carried();
  } catch (const ::CORBA::SystemException& exception) {
    const auto* const raiser =
        std::ranges::find(raisers, std::string_view(exception._rep_id()), &Raiser::repository_id);
    const auto completed = classic(exception.completed());
    if (raiser != std::end(raisers)) raiser->raise(exception.minor(), completed, exception._detail().c_str());
    raise<CORBA::UNKNOWN>(minor::unknown_system_exception, completed, exception._rep_id());
  } catch (const ::CORBA::UserException& exception) {
    raise<CORBA::UNKNOWN>(minor::unknown_user_exception, CORBA::COMPLETED_MAYBE, exception.what());
  } catch (const QoSError& error) {
    raise<CORBA::INV_POLICY>(minor::inv_policy_qos, CORBA::COMPLETED_NO, error.what());
  }
}

void raise_modern() {
  try {
    throw;
  } catch (const CORBA::SystemException& exception) {
    raise_system_exception(exception._rep_id(), exception.minor(), modern(exception.completed()), exception._detail());
  } catch (const CORBA::UserException& exception) {
    throw CarriedException(exception, std::current_exception());
  }
}

std::string text_of(const CORBA::SystemException& exception) {
  try {
    raise_system_exception(exception._rep_id(), exception.minor(), modern(exception.completed()), exception._detail());
  } catch (const ::CORBA::SystemException& same) {
    return same.what();
  }
}

}  // namespace dimma::classic
