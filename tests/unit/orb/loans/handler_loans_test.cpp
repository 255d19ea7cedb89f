// Loaned sequences in calls with a reply handler.

#include "loans_ami.hpp"
#include "unit/orb/loans/loans_fixture.hpp"

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

namespace dimma::test {
namespace {

using Store = CORBA::amic_traits<Lending::Store>;

// Keeps the results of one call at a time.
class StoreHandler final : public virtual Store::replyhandler_base_type {
 public:
  using Holder = IDL::traits<Messaging::ExceptionHolder>::ref_type;

  void get_current(Lending::Octets value) override {
    answered([&] { data = std::move(value); });
  }
  void get_current_excep(Holder holder) override { failed(std::move(holder)); }
  void set_current() override {
    answered([] {});
  }
  void set_current_excep(Holder holder) override { failed(std::move(holder)); }
  void keep(std::uint32_t value) override {
    answered([&] { which = value; });
  }
  void keep_excep(Holder holder) override { failed(std::move(holder)); }
  void give(Lending::Octets value) override {
    answered([&] { data = std::move(value); });
  }
  void give_excep(Holder holder) override { failed(std::move(holder)); }
  void make(Lending::Octets value) override {
    answered([&] { data = std::move(value); });
  }
  void make_excep(Holder holder) override { failed(std::move(holder)); }
  void twice(Lending::Samples value) override {
    answered([&] { samples = std::move(value); });
  }
  void twice_excep(Holder holder) override { failed(std::move(holder)); }
  void change(Lending::Octets value, Lending::Samples made) override {
    answered([&] {
      data = std::move(value);
      samples = std::move(made);
    });
  }
  void change_excep(Holder holder) override { failed(std::move(holder)); }
  void sum(double value) override {
    answered([&] { number = value; });
  }
  void sum_excep(Holder holder) override { failed(std::move(holder)); }
  void note() override {
    answered([] {});
  }
  void note_excep(Holder holder) override { failed(std::move(holder)); }
  void refuse() override {
    answered([] {});
  }
  void refuse_excep(Holder holder) override { failed(std::move(holder)); }
  void let_go() override {
    answered([] {});
  }
  void let_go_excep(Holder holder) override { failed(std::move(holder)); }

  // Throws what the call has raised.
  void await() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return has_ended_; });
    has_ended_ = false;
    if (auto failure = std::exchange(failure_, nullptr)) std::rethrow_exception(failure);
  }

  std::uint32_t which = 0;
  Lending::Octets data;
  Lending::Samples samples;
  double number = 0;
  std::function<void()> within;  // is called within the handler

 private:
  template <class Take>
  void answered(const Take& take) {
    const std::lock_guard lock(mutex_);
    take();
    end_locked();
  }
  void failed(const Holder& holder) {
    const std::lock_guard lock(mutex_);
    try {
      holder->raise_exception();
    } catch (...) {
      failure_ = std::current_exception();
    }
    end_locked();
  }
  void end_locked() {
    if (within) within();
    has_ended_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool has_ended_ = false;
  std::exception_ptr failure_;
};

// Asynchronous calls that are waited for.
class Awaited {
 public:
  Awaited(Lending::Store& store, Store::replyhandler_ref_type reference, StoreHandler& handler)
      : store_(store), reference_(std::move(reference)), handler_(handler) {}
  const Awaited* operator->() const noexcept { return this; }

  std::uint32_t keep(Lending::Image data) const {
    store_.sendc_keep(reference_, std::move(data));
    handler_.await();
    return handler_.which;
  }
  Lending::Octets give(std::uint32_t which) const {
    store_.sendc_give(reference_, which);
    return awaited_data();
  }
  Lending::Octets make(std::uint32_t count, std::uint8_t value) const {
    store_.sendc_make(reference_, count, value);
    return awaited_data();
  }
  Lending::Octets current() const {
    store_.sendc_get_current(reference_);
    return awaited_data();
  }
  void current(Lending::Octets data) const {
    store_.sendc_set_current(reference_, std::move(data));
    handler_.await();
  }
  Lending::Samples twice(Lending::Samples data) const {
    store_.sendc_twice(reference_, std::move(data));
    handler_.await();
    return std::move(handler_.samples);
  }
  void change(Lending::Octets& data, Lending::Samples& made) const {
    store_.sendc_change(reference_, std::move(data));
    data = awaited_data();
    made = std::move(handler_.samples);
  }
  double sum(Lending::Few data) const {
    store_.sendc_sum(reference_, std::move(data));
    handler_.await();
    return handler_.number;
  }
  void note(Lending::Octets data) const {
    store_.sendc_note(reference_, std::move(data));
    handler_.await();
  }
  void refuse(Lending::Octets data) const {
    store_.sendc_refuse(reference_, std::move(data));
    handler_.await();
  }
  void let_go() const {
    store_.sendc_let_go(reference_);
    handler_.await();
  }

 private:
  Lending::Octets awaited_data() const {
    handler_.await();
    return std::move(handler_.data);
  }

  Lending::Store& store_;
  const Store::replyhandler_ref_type reference_;
  StoreHandler& handler_;
};

class HandlerLoans : public LoansTest {
 protected:
  HandlerLoans() {
    clients_root_ = IDL::traits<PortableServer::POA>::narrow(client_->resolve_initial_references("RootPOA"));
    clients_root_->the_POAManager()->activate();
    reference_ = reference_of(clients_root_, handler_);
  }
  static Store::replyhandler_ref_type reference_of(const PoaRef& poa,
                                                   const CORBA::servant_reference<StoreHandler>& handler) {
    return Store::replyhandler_traits::narrow(poa->id_to_reference(poa->activate_object(handler)));
  }
  Awaited awaited(const Binding<Lending::Store>& store) { return {*store.reference(), reference_, *handler_}; }

  PoaRef clients_root_;
  const CORBA::servant_reference<StoreHandler> handler_ = CORBA::make_reference<StoreHandler>();
  Store::replyhandler_ref_type reference_;
};

class EachWayToHandlers : public HandlerLoans, public testing::WithParamInterface<const char*> {};

TEST_P(EachWayToHandlers, AllDirectionsCarryTheElements) {
  const auto store = bound(GetParam());
  for (int round = 0; round < 10; ++round) {
    expect_all_directions(store, awaited(store), *servant_, has_places(GetParam()));
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EachWayToHandlers,
                         testing::Values("transport=shm,loans=pool(4,64k)",
                                         "transport=shm,loans=pool(4,64k),processing=pool(2),messages=2",
                                         "transport=shm,loans=pool(4,64k),buffers=pool(2,64k)", "transport=shm",
                                         "transport=tcp"));

TEST_F(HandlerLoans, NothingIsCopied) {
  const auto store = bound(over_shm);
  const auto calls = awaited(store);
  for (int i = 0; i < 10; ++i) {
    calls.keep(filled(store.loan<std::uint8_t>(octets_each)));
    EXPECT_EQ(calls.give(0).to_vector(), pattern(octets_each));
    calls.let_go();
    EXPECT_TRUE(calls.make(10, 1).is_shared());
  }
  EXPECT_EQ(sent_by_client(store), (Sent{10, 0}));
  EXPECT_EQ(sent_by_server(), (Sent{20, 0}));
}

TEST_F(HandlerLoans, APlaceIsBackBeforeTheHandlerIsCalled) {
  const auto store = bound("transport=shm,loans=pool(1,64k),exhausted=raise");
  int taken = 0;
  handler_->within = [&] { taken += store.loan<std::uint8_t>(10).is_shared() ? 1 : 0; };
  const auto calls = awaited(store);
  calls.sum(store.loan<double>(4));
  EXPECT_THROW(calls.refuse(store.loan<std::uint8_t>(10)), Lending::Refused);
  EXPECT_EQ(taken, 2);
}

TEST_F(HandlerLoans, APlaceIsBackWhenItsRequestHasNotBeenServed) {
  const auto store = bound("transport=shm,loans=pool(1,64k),exhausted=raise,deadline=100ms");
  root_->the_POAManager()->hold_requests(false);
  EXPECT_THROW(awaited(store).sum(store.loan<double>(4)), CORBA::TIMEOUT);
  EXPECT_TRUE(store.loan<double>(4).is_shared());
  root_->the_POAManager()->activate();
}

TEST_F(HandlerLoans, AHandlerElsewhereGetsTheElements) {
  const auto elsewhere = CORBA::make_reference<StoreHandler>();
  const auto there = Store::replyhandler_traits::narrow(
      client_->string_to_object(server_->object_to_string(reference_of(root_, elsewhere))));
  const auto store = bound(over_shm);
  EXPECT_EQ(Awaited(*store.reference(), there, *elsewhere).make(100, 5).to_vector(), std::vector<std::uint8_t>(100, 5));
}

TEST_F(HandlerLoans, AnObjectOfThisProcessGetsThemWithoutACopy) {
  const auto own = CORBA::make_reference<StoreHandler>();
  const Awaited calls(*local_, reference_of(root_, own), *own);
  Lending::Octets data = filled(loan<std::uint8_t>(local_, 1000));
  const void* const at = data.data();
  EXPECT_EQ(calls.keep(std::move(data)), 0U);
  EXPECT_EQ(servant_->kept_at(0), at);
  const Lending::Octets made = calls.make(7, 7);
  EXPECT_EQ(static_cast<const void*>(made.data()), servant_->made_at);
}

}  // namespace
}  // namespace dimma::test
