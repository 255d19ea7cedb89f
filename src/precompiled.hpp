#pragma once

// Headers that most files of the library include. The preset `test` precompiles them; a source file still includes all
// that it uses, since the other presets compile it without this file.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
