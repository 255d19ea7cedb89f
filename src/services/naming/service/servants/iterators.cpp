#include "services/naming/service/servants/iterators.hpp"

#include "services/naming/service/common/failures.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::naming {
namespace {

[[noreturn]] void raise_closed() {
  throw CORBA::OBJECT_NOT_EXIST(
      minor::object_not_exist_iterator, CORBA::COMPLETED_NO,
      "the iterator has been destroyed, was unused for too long, or was closed for a newer one; list again");
}

}  // namespace

ContextId Iterators::open(const ContextId& context, std::optional<CosNaming::NameComponent> after) {
  auto iterator = std::make_shared<Iterator>(context, std::move(after));
  const locks::Lock lock(mutex_);
  iterator->used = Clock::now();
  close_unused(iterator->used);
  while (!order_.empty() && order_.size() >= limits_.iterators_max) close_first();
  open_.emplace(iterator->id, order_.insert(order_.end(), iterator));
  return iterator->id;
}

Listing Iterators::next(const ContextId& id, std::size_t how_many) {
  std::shared_ptr<Iterator> iterator;
  {
    const locks::Lock lock(mutex_);
    const auto now = Clock::now();
    close_unused(now);
    const auto found = open_.find(id);
    if (found == open_.end()) raise_closed();
    order_.splice(order_.end(), order_, found->second);
    iterator = *found->second;
    iterator->used = now;
  }
  const locks::Lock lock(iterator->mutex);
  Listing listing =
      tree_.list(iterator->context, iterator->after, std::min(how_many, limits_.list_max), list_octets_max);
  if (!listing.bindings.empty()) iterator->after = listing.bindings.back().name;
  return listing;
}

bool Iterators::close(const ContextId& id) {
  const locks::Lock lock(mutex_);
  const auto found = open_.find(id);
  if (found == open_.end()) return false;
  order_.erase(found->second);
  open_.erase(found);
  return true;
}

std::size_t Iterators::count() {
  const locks::Lock lock(mutex_);
  return order_.size();
}

void Iterators::close_unused(Clock::time_point now) {
  while (!order_.empty() && now - order_.front()->used > limits_.iterator_unused_max) close_first();
}

void Iterators::close_first() {
  open_.erase(order_.front()->id);
  order_.pop_front();
}

CosNaming::Binding binding_of(const ListedBinding& listed) {
  return CosNaming::Binding(CosNaming::Name{listed.name}, listed.bound.type);
}

ContextId IteratorServant::called() const {
  const auto object_id = current_->get_object_id();
  const auto id = ContextId::of({reinterpret_cast<const char*>(object_id.data()), object_id.size()});
  if (!id) raise_closed();
  return *id;
}

std::vector<ListedBinding> IteratorServant::next(std::size_t how_many) {
  Listing listing = with_store(log_, [&] { return iterators_.next(called(), how_many); });
  for (const std::string& damage : listing.damages) log_.limited(damage);
  return std::move(listing.bindings);
}

bool IteratorServant::next_one(CosNaming::Binding& b) {
  const auto found = next(1);
  if (found.empty()) return false;
  b = binding_of(found.front());
  return true;
}

bool IteratorServant::next_n(std::uint32_t how_many, CosNaming::BindingList& bl) {
  if (how_many == 0) {
    throw CORBA::BAD_PARAM(minor::bad_param_how_many, CORBA::COMPLETED_NO, "next_n of 0 bindings: ask for at least 1");
  }
  const auto found = next(how_many);
  bl.clear();
  bl.reserve(found.size());
  for (const ListedBinding& listed : found) bl.push_back(binding_of(listed));
  return !bl.empty();
}

void IteratorServant::destroy() {
  if (!iterators_.close(called())) raise_closed();
}

}  // namespace dimma::naming
