#pragma once
// The open iterators of clients. An iterator holds a position in a context, never a copy of its bindings.

#include "base/sync/clock.hpp"
#include "services/locks/locks.hpp"
#include "services/naming/service/common/limits.hpp"
#include "services/naming/service/common/service_log.hpp"
#include "services/naming/tree/tree.hpp"

#include <CosNaming_skel.hpp>

#include <dimma/poa.hpp>

#include <chrono>
#include <list>
#include <memory>
#include <unordered_map>

namespace dimma::naming {

// Thread-safe.
class Iterators {
 public:
  Iterators(Tree& tree, const Limits& limits) : tree_(tree), limits_(limits) {}

  // Opens an iterator after the binding `after`; at the first binding if that is nullopt. Closes iterators that have
  // timed out, and the least recently used one if the limit is reached.
  ContextId open(const ContextId& context, std::optional<CosNaming::NameComponent> after);
  // Returns up to `how_many` bindings; empty at the end. Throws OBJECT_NOT_EXIST for a closed iterator, StoreError.
  Listing next(const ContextId& id, std::size_t how_many);
  // Returns false if the iterator is already closed.
  bool close(const ContextId& id);
  std::size_t count();

 private:
  using Clock = dimma::Clock;
  struct Iterator {
    Iterator(const ContextId& of, std::optional<CosNaming::NameComponent> behind)
        : context(of), after(std::move(behind)) {}

    const ContextId id = ContextId::random();
    const ContextId context;
    Clock::time_point used;  // guarded by Iterators::mutex_
    locks::Mutex mutex;
    std::optional<CosNaming::NameComponent> after DIMMA_GUARDED_BY(mutex);
  };
  using Order = std::list<std::shared_ptr<Iterator>>;  // least recently used first

  void close_unused(Clock::time_point now) DIMMA_REQUIRES(mutex_);
  void close_first() DIMMA_REQUIRES(mutex_);

  Tree& tree_;
  const Limits limits_;
  locks::Mutex mutex_;
  Order order_ DIMMA_GUARDED_BY(mutex_);
  std::unordered_map<ContextId, Order::iterator> open_ DIMMA_GUARDED_BY(mutex_);
};

// Serves all iterators: the default servant of their POA.
class IteratorServant final : public virtual CORBA::servant_traits<CosNaming::BindingIterator>::base_type {
 public:
  IteratorServant(Iterators& iterators, ServiceLog& log, CORBA::object_reference<PortableServer::Current> current)
      : iterators_(iterators), log_(log), current_(std::move(current)) {}

  bool next_one(CosNaming::Binding& b) override;
  bool next_n(std::uint32_t how_many, CosNaming::BindingList& bl) override;
  void destroy() override;

 private:
  ContextId called() const;
  std::vector<ListedBinding> next(std::size_t how_many);

  Iterators& iterators_;
  ServiceLog& log_;
  const CORBA::object_reference<PortableServer::Current> current_;
};

CosNaming::Binding binding_of(const ListedBinding& listed);

}  // namespace dimma::naming
