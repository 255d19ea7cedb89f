#include <dimma/classic/orb.hpp>

#include "classic/exceptions/translation.hpp"
#include "classic/orb/process_settings.hpp"
#include "classic/orb/wrap.hpp"

#include <dimma/orb.hpp>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

namespace dimma::classic::CORBA {

namespace {

// The arguments of a command line with options in front of them.
class LengthenedArguments {
 public:
  LengthenedArguments(int argc, char** argv, const std::vector<std::string>& first, const char* options[][2]) {
    const int count = argv == nullptr ? 0 : argc;
    arguments_.push_back(count == 0 ? add("") : argv[0]);
    for (const auto& argument : first) arguments_.push_back(add(argument));
    for (; options != nullptr && (*options)[0] != nullptr; ++options) {
      arguments_.push_back(add(std::string("-ORB") + (*options)[0]));
      if ((*options)[1] != nullptr) arguments_.push_back(add((*options)[1]));
    }
    for (int i = 1; i < count; ++i) arguments_.push_back(argv[i]);
    count_ = static_cast<int>(arguments_.size());
    arguments_.push_back(nullptr);
  }

  int& count() noexcept { return count_; }
  char** pointers() noexcept { return arguments_.data(); }

  // Gives back the arguments that are left, which are some of those that the command line had.
  void give_back(int& argc, char** argv) const {
    if (argv == nullptr) return;
    const int kept = std::min(count_, argc);
    std::copy_n(arguments_.begin(), kept, argv);
    if (kept < argc) argv[kept] = nullptr;
    argc = kept;
  }

 private:
  char* add(std::string text) { return texts_.emplace_back(std::move(text)).data(); }

  std::deque<std::string> texts_;  // do not move
  std::vector<char*> arguments_;
  int count_ = 0;
};

}  // namespace

ORB_ptr ORB_init(int& argc, char** argv, const char* id, const char* options[][2]) {
  const std::string name = id == nullptr ? "" : id;
  return with_classic_exceptions([&] {
    LengthenedArguments arguments(argc, argv, process_options(), options);
    const auto orb = ::CORBA::ORB_init(arguments.count(), arguments.pointers(), name);
    arguments.give_back(argc, argv);
    note_orb(orb);
    return classic_orb(orb);
  });
}

}  // namespace dimma::classic::CORBA
