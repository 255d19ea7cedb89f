// Implements `dimma naming check`.
#include "services/naming/check/checker.hpp"
#include "services/naming/text/names.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/naming/naming.hpp"
#include "services/tools/naming/walk.hpp"

#include <boost/json.hpp>

namespace dimma::tools::naming {

namespace {

using dimma::naming::AddressCheck;
using dimma::naming::Checker;
using dimma::naming::CheckResult;
using dimma::naming::to_string;

boost::json::object json_of(const CheckResult& result) {
  boost::json::array addresses;
  for (const AddressCheck& address : result.addresses) {
    addresses.push_back(boost::json::object{{"address", dimma::naming::printable(address.address)},
                                            {"is_local", address.is_local},
                                            {"outcome", to_string(address.outcome)},
                                            {"words", dimma::naming::printable(address.words)},
                                            {"took_ms", address.took.count()}});
  }
  return {{"health", to_string(result.health)},
          {"remark", dimma::naming::printable(result.remark)},
          {"addresses", std::move(addresses)}};
}

// Collects bound objects and checks them in batches, so that a tree of any size needs little memory.
class Examiner : public Visitor {
 public:
  Examiner(const Checker& checker, bool is_json, bool shows_all) : checker_(checker), shows_all_(shows_all) {
    if (is_json) array_.emplace();
  }

  void object(const CosNaming::Name& path, const ObjectRef& bound) override { add(path, false, bound); }
  bool context(const CosNaming::Name& path, const Context& bound) override {
    add(path, true, bound);
    return true;
  }
  void context_again(const CosNaming::Name&, const CosNaming::Name&) override {}
  void failed(const CosNaming::Name& path, bool is_context, const Failure& failure) override {
    ++bad_;
    if (array_) {
      array_->add(boost::json::object{
          {"name", path_text(path)}, {"type", is_context ? "context" : "object"}, {"failure", failure.what()}});
    } else {
      print_line(path_text(path) + ": " + failure.what());
    }
  }

  void add(const CosNaming::Name& path, bool is_context, const ObjectRef& bound) {
    names_.push_back({path_text(path), is_context});
    references_.push_back(bound);
    if (names_.size() == batch) ask();
  }

  int end() {
    ask();
    if (array_) {
      array_->end();
    } else {
      print_line(std::to_string(asked_) + " checked, " + std::to_string(bad_) + " with problems");
    }
    return bad_ == 0 ? done : refused;
  }

 private:
  static constexpr std::size_t batch = 256;
  struct Named {
    std::string name;
    bool is_context;
  };

  void ask() {
    const std::vector<CheckResult> results = checker_.check(references_);
    for (std::size_t index = 0; index < results.size(); ++index) print(names_[index], results[index]);
    asked_ += names_.size();
    names_.clear();
    references_.clear();
    flush_output();
  }

  void print(const Named& named, const CheckResult& result) {
    bad_ += !result.is_good();
    if (array_) {
      boost::json::object object{{"name", named.name}, {"type", named.is_context ? "context" : "object"}};
      const auto found = json_of(result);
      for (const auto& [key, value] : found) object[key] = value;
      return array_->add(object);
    }
    if (result.health == DimmaNaming::Health::answers && !shows_all_) return;
    print_line(named.name + (named.is_context ? "/: " : ": ") + std::string(to_string(result.health)) +
               (result.addresses.empty() ? ", " + result.remark : ""));
    for (const AddressCheck& address : result.addresses) {
      std::string line = "  " + dimma::naming::printable(address.address) + ' ' +
                         std::string(to_string(address.outcome)) + (address.is_local ? " (its own host only)" : "");
      if (!address.words.empty()) line += ": " + dimma::naming::printable(address.words);
      print_line(line);
    }
  }

  const Checker& checker_;
  const bool shows_all_;
  std::optional<JsonArray> array_;
  std::vector<Named> names_;
  std::vector<ObjectRef> references_;
  std::size_t asked_ = 0;
  std::size_t bad_ = 0;
};

}  // namespace

int check(Invocation invocation) {
  ServiceOptions service;
  WalkOptions options;
  options.wants_references = true;
  std::string path;
  std::size_t concurrency = 16;
  std::chrono::milliseconds patience{3000};
  bool shows_all = false;
  Flags flags(
      invocation.command,
      "Asks each object that is bound to the name, or in the context and below it, whether it exists, by each of\nits "
      "addresses separately. Prints those that do not answer at each address, or that only their own host can\nreach "
      "(a loopback address, a Unix socket, shared memory), and with --all the others too. If an object has\naddresses "
      "for the network, those for its own host do not count. The exit status is 1 if something does not\nanswer.");
  service.declare(flags);
  using namespace std::chrono_literals;
  flags.time("patience", patience, "the time limit of an address", 10ms, 1h);
  flags.count("concurrency", concurrency, "number of addresses to ask at once", 1, 1000);
  flags.count("depth", options.depth_max, "maximum depth of nested contexts", 1, 1000);
  flags.toggle("all", shows_all, "print those that answer too");
  flags.optional_argument("NAME", path, "the object or context (the root)");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_path(path);
  const Session session(invocation.orb, service);
  const Checker checker(invocation.orb, patience, concurrency);
  const ObjectRef bound = session.resolve(name);
  Examiner examiner(checker, service.is_json, shows_all);
  Context start;
  try {
    if (bound) session.ask_bound(name, bound, [&] { start = IDL::traits<CosNaming::NamingContext>::narrow(bound); });
  } catch (const Failure&) {
    start = {};  // no answer, which the check will report
  }
  if (!name.empty()) examiner.add(name, static_cast<bool>(start), bound);
  if (start) walk(session, start, name, options, examiner);
  return examiner.end();
}

}  // namespace dimma::tools::naming
