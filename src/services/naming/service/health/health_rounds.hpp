#pragma once
// Checks all bound objects periodically, and records the results.

#include "services/locks/locks.hpp"
#include "services/naming/check/checker.hpp"
#include "services/naming/service/common/service_log.hpp"
#include "services/naming/service/health/health_book.hpp"
#include "services/naming/service/references/references.hpp"

#include <dimma/store.hpp>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace dimma::naming {

// The arguments of the constructor must outlive the object. Contexts of the tree itself are not checked.
class HealthRounds {
 public:
  // Starts a thread. The first round begins at once, each further round `interval` after the end of the previous one.
  HealthRounds(const CORBA::object_reference<CORBA::ORB>& orb, store::Store& store, const References& references,
               HealthBook& book, ServiceLog& log, std::chrono::milliseconds interval);
  // Waits for pending checks, at most a few seconds.
  ~HealthRounds();
  HealthRounds(const HealthRounds&) = delete;
  HealthRounds& operator=(const HealthRounds&) = delete;

 private:
  struct Question {
    ContextId context;
    CosNaming::NameComponent name;
    Bound bound;
  };

  void run();
  void round();
  bool stops() const DIMMA_EXCLUDES(mutex_);
  // Adds the record's object to those to check. A damaged record is logged and skipped.
  void take(const store::Record& record);
  void ask();

  store::Store& store_;
  const References& references_;
  HealthBook& book_;
  ServiceLog& log_;
  const std::chrono::milliseconds interval_;
  const Checker checker_;

  // Used only by the thread.
  std::vector<Question> questions_;
  std::vector<ObjectRef> objects_;

  mutable locks::Mutex mutex_;
  locks::Condition stops_changed_;
  bool stops_ DIMMA_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace dimma::naming
