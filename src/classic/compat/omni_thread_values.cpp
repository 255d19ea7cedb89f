#include "classic/compat/omni_thread_state.hpp"

#include <atomic>
#include <utility>

namespace {
std::atomic<omni_thread::key_t> keys{0};
}

omni_thread::key_t omni_thread::allocate_key() { return ++keys; }

void omni_thread::State::delete_values() {
  while (!values.empty()) {
    for (value_t* const value : std::exchange(values, {})) delete value;
  }
}

omni_thread::value_t* omni_thread::set_value(key_t key, value_t* value) {
  if (key == 0 || key > keys) return nullptr;
  auto& values = state_->values;
  if (values.size() < key) values.resize(key);
  delete std::exchange(values[key - 1], value);
  return value;
}

omni_thread::value_t* omni_thread::get_value(key_t key) {
  const auto& values = state_->values;
  return key == 0 || key > values.size() ? nullptr : values[key - 1];
}

omni_thread::value_t* omni_thread::remove_value(key_t key) {
  auto& values = state_->values;
  return key == 0 || key > values.size() ? nullptr : std::exchange(values[key - 1], nullptr);
}
