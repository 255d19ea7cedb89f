#include <dimma/classic/generated/call.hpp>

#include "classic/exceptions/translation.hpp"
#include "classic/streams/over.hpp"

#include <dimma/generated/operation.hpp>

#include <atomic>
#include <memory>
#include <span>
#include <string_view>

namespace dimma::classic {

namespace {

// A modern operation, whose user exceptions are those of a classic one.
class PreparedOperation {
 public:
  explicit PreparedOperation(const Operation& operation)
      : raises_(operation.raises, operation.raises_count),
        reader_(*this),
        operation_{.name = operation.name,
                   .oneway = operation.is_oneway,
                   .extra_exceptions = raises_.empty() ? nullptr : &reader_,
                   .parted = operation.is_parted} {}
  PreparedOperation(const PreparedOperation&) = delete;
  PreparedOperation& operator=(const PreparedOperation&) = delete;

  const dimma::Operation& operation() const noexcept { return operation_; }

  // Throws the user exception in a reply if the operation raises it. The decoder is at the exception's repository id.
  void operator()(cdr::Decoder& body) const {
    const std::string_view id = body.get_string_view();
    for (const ExceptionEntry& entry : raises_) {
      if (id != entry.repository_id) continue;
      try {
        Input members(body);
        entry.raise(members);
      } catch (...) {
        raise_modern();
      }
    }
  }

 private:
  const std::span<const ExceptionEntry> raises_;
  const UserExceptionReader reader_;
  const dimma::Operation operation_;
};

}  // namespace

// Two threads may prepare an operation at the same time; the description of one of them is used. It is never destroyed.
const void* detail::prepare(const Operation& operation) {
  auto made = std::make_unique<const PreparedOperation>(operation);
  const void* const description = &made->operation();
  const void* known = nullptr;
  if (!std::atomic_ref(operation.prepared).compare_exchange_strong(known, description, std::memory_order_acq_rel)) {
    return known;
  }
  static_cast<void>(made.release());
  return description;
}

}  // namespace dimma::classic
