#include "services/naming/service/health/health_rounds.hpp"

#include "base/sync/clock.hpp"

#include <utility>

#include <pthread.h>

namespace dimma::naming {

namespace {

using namespace std::chrono_literals;

constexpr auto patience = 3s;
constexpr std::size_t objects_at_once = 16;    // limit, since the destructor waits for these
constexpr std::size_t addresses_at_once = 64;  // usually enough for all addresses of those objects
constexpr std::size_t page_records = 1000;

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(WallClock::now().time_since_epoch()).count();
}

}  // namespace

HealthRounds::HealthRounds(const CORBA::object_reference<CORBA::ORB>& orb, store::Store& store,
                           const References& references, HealthBook& book, ServiceLog& log,
                           std::chrono::milliseconds interval)
    : store_(store),
      references_(references),
      book_(book),
      log_(log),
      interval_(interval),
      checker_(orb, patience, addresses_at_once),
      thread_([this] { run(); }) {}

HealthRounds::~HealthRounds() {
  {
    const locks::Lock lock(mutex_);
    stops_ = true;
  }
  stops_changed_.notify_all();
  thread_.join();
}

bool HealthRounds::stops() const {
  const locks::Lock lock(mutex_);
  return stops_;
}

void HealthRounds::run() {
  ::pthread_setname_np(::pthread_self(), "dimma-checks");
  while (!stops()) {
    try {
      round();
    } catch (const std::exception& exception) {
      log_.limited(std::string("checking the bindings: ") + exception.what());
    }
    locks::Lock lock(mutex_);
    stops_changed_.wait_for(lock, interval_, [this]() DIMMA_REQUIRES(mutex_) { return stops_; });
  }
}

// Iterates over all records and not over contexts, so that bindings in unreachable contexts are checked too.
void HealthRounds::round() {
  const std::int64_t begin = now_ms();
  questions_.clear();
  objects_.clear();
  store::Query query{std::string(binding_prefix), {}, page_records};
  for (bool is_last = false; !is_last;) {
    const store::Page page = store_.list(query);
    is_last = page.is_last;
    for (const store::Record& record : page.records) {
      if (stops()) return;
      take(record);
      if (objects_.size() == objects_at_once) ask();
    }
    if (!page.records.empty()) query.after = page.records.back().key;
  }
  ask();
  book_.forget_older(begin);
}

void HealthRounds::take(const store::Record& record) {
  try {
    Question question{context_in_key(record.key), name_in_key(record.key), bound_in(record)};
    if (question.bound.context) return;
    objects_.push_back(references_.object(question.bound, question.context, question.name));
    questions_.push_back(std::move(question));
  } catch (const store::StoreError& damaged) {
    log_.limited(damaged.what());
  }
}

void HealthRounds::ask() {
  const std::vector<CheckResult> results = checker_.check(objects_);
  for (std::size_t index = 0; index < results.size(); ++index) {
    const Question& question = questions_[index];
    book_.set(question.context, question.name, question.bound,
              Finding{results[index].health, now_ms(), results[index].remark});
  }
  questions_.clear();
  objects_.clear();
}

}  // namespace dimma::naming
