#include "services/tools/naming/listing.hpp"

#include "base/sync/clock.hpp"
#include "services/naming/check/checker.hpp"
#include "services/naming/text/names.hpp"

#include <boost/json.hpp>

#include <chrono>
#include <utility>

namespace dimma::tools::naming {

namespace {

constexpr std::uint32_t page_entries = 1000;

}  // namespace

Listing::Listing(const Session& session, Context context, CosNaming::Name path, bool wants_details)
    : session_(session), context_(std::move(context)), path_(std::move(path)) {
  if (wants_details) dimmas_ = session_.as_dimma(path_, context_);
}

Listing::~Listing() {
  if (!iterator_) return;
  try {
    iterator_->destroy();
  } catch (const CORBA::Exception&) {
    // The iterator no longer exists, or the service cannot be reached.
  }
}

std::optional<Entry> Listing::next() {
  while (at_ == page_.size()) {
    if (is_last_page_) return {};
    page_.clear();
    at_ = 0;
    session_.ask_bound(path_, context_, [this] { fetch(); });
  }
  return std::move(page_[at_++]);
}

void Listing::fetch() {
  if (dimmas_) {
    take_details();
  } else {
    take_plain();
  }
}

void Listing::take_details() {
  DimmaNaming::DetailsSeq details;
  is_last_page_ = !dimmas_->list_details(last_, page_entries, details) || details.empty();
  for (DimmaNaming::Details& one : details) {
    last_ = one.name();
    page_.push_back({last_, one.type() == CosNaming::BindingType::ncontext, std::move(one)});
  }
}

// next_n() may return true or false with the last bindings, depending on the service. They are used in either case.
void Listing::take_plain() {
  CosNaming::BindingList bindings;
  if (std::exchange(has_begun_, true)) {
    is_last_page_ = !iterator_->next_n(page_entries, bindings) || bindings.empty();
  } else {
    context_->list(page_entries, bindings, iterator_);
    is_last_page_ = !iterator_;
  }
  take(bindings);
}

void Listing::take(const CosNaming::BindingList& bindings) {
  for (const CosNaming::Binding& binding : bindings) {
    if (binding.binding_name().empty()) throw Failure(refused, "the service lists a binding without a name");
    page_.push_back({binding.binding_name().back(), binding.binding_type() == CosNaming::BindingType::ncontext, {}});
  }
}

std::string entry_text(const Entry& entry) { return path_text({entry.component}) + (entry.is_context ? "/" : ""); }

boost::json::object entry_json(const Entry& entry) {
  boost::json::object object{{"name", path_text({entry.component})}, {"type", entry.is_context ? "context" : "object"}};
  if (!entry.details) return object;
  object["lease_ms"] = entry.details->lease_milliseconds();
  object["health"] = dimma::naming::to_string(entry.details->state());
  object["checked_ms"] = entry.details->checked();
  object["remark"] = dimma::naming::printable(entry.details->remark());
  return object;
}

std::string health_text(const DimmaNaming::Details& details) {
  std::string text(dimma::naming::to_string(details.state()));
  if (details.checked() == 0) return text;
  using namespace std::chrono;
  const auto now = duration_cast<milliseconds>(WallClock::now().time_since_epoch()).count();
  text += ", " + std::to_string((now - details.checked()) / 1000) + " s ago";
  return details.remark().empty() ? text : text + ": " + dimma::naming::printable(details.remark());
}

}  // namespace dimma::tools::naming
