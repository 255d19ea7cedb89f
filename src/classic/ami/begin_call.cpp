#include <dimma/classic/generated/begin_call.hpp>

#include "classic/ami/exception_holder.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/modern.hpp"
#include "classic/streams/over.hpp"

#include <dimma/generated/operation.hpp>

#include <memory>

namespace dimma::classic {

PendingReply::~PendingReply() = default;

namespace {

// Exceptions of a handler are dropped by the runtime, which logs those of the modern mapping.
class ClassicReply final : public dimma::PendingReply {
 public:
  explicit ClassicReply(std::unique_ptr<classic::PendingReply> reply) noexcept : reply_(std::move(reply)) {}

  void write(cdr::Encoder& body) override {
    with_modern_exceptions([&] {
      Output out(body);
      reply_->write(out);
    });
  }
  void read(cdr::Decoder& body) override {
    if (is_unheard()) return;
    with_modern_exceptions([&] {
      Input in(body);
      reply_->read(in);
    });
  }
  void answer() override {
    if (is_unheard()) return;
    with_modern_exceptions([&] { reply_->answer(); });
  }
  void fail(ModernHolder modern) override {
    if (is_unheard()) return;
    with_modern_exceptions([&] {
      const Messaging::ExceptionHolder_var holder = classic_of(std::move(modern));
      reply_->fail(holder.in());
    });
  }
  bool is_unheard() const noexcept override { return reply_->is_unheard(); }

 private:
  const std::unique_ptr<classic::PendingReply> reply_;
};

}  // namespace

void begin_call(const CORBA::Object& target, const Operation& operation, PendingReply* reply) {
  std::unique_ptr<classic::PendingReply> owned(reply);
  with_classic_exceptions([&] {
    dimma::begin_call(target_of(target, operation.name),
                      *static_cast<const dimma::Operation*>(detail::prepared(operation)),
                      std::make_unique<ClassicReply>(std::move(owned)));
  });
}

}  // namespace dimma::classic
