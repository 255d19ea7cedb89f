#pragma once
// The behaviour of every store. A test file of each instantiates the suite with a way to open one.

#include <dimma/store.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

namespace conformance {

struct Opening {
  std::string name;
  std::function<std::unique_ptr<dimma::store::Store>()> open;  // an empty store
  // Changes without effect take no revision, and leases end to the millisecond.
  bool is_exact = true;
};

class StoreTest : public testing::TestWithParam<Opening> {
 protected:
  dimma::store::Store& store() { return *store_; }

 private:
  const std::unique_ptr<dimma::store::Store> store_ = GetParam().open();
};

inline std::string name_of(const testing::TestParamInfo<Opening>& info) { return info.param.name; }

// The kind of the StoreError that the work throws.
dimma::store::StoreError::Kind kind_of_error(const std::function<void()>& work);

}  // namespace conformance
