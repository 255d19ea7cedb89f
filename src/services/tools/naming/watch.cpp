// Implements `dimma naming watch`.
#include "base/sync/clock.hpp"
#include "services/tools/common/output.hpp"
#include "services/tools/naming/listing.hpp"
#include "services/tools/naming/naming.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <ctime>
#include <map>
#include <thread>

namespace dimma::tools::naming {

namespace {

using namespace std::chrono_literals;

class ChangePrinter {
 public:
  ChangePrinter(bool is_json, std::size_t count_max) : is_json_(is_json), count_max_(count_max) {}

  bool is_done() const noexcept { return count_max_ != 0 && count_ >= count_max_; }

  void print(const char* kind, const std::string& name, bool is_context) {
    if (is_done()) return;
    ++count_;
    const std::string time = now();
    if (is_json_) {
      print_json(boost::json::object{
          {"time", time}, {"change", kind}, {"name", name}, {"type", is_context ? "context" : "object"}});
    } else {
      print_line(time + ' ' + kind + ' ' + name + (is_context ? "/" : ""));
    }
    flush_output();
  }

 private:
  static std::string now() {
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(WallClock::now().time_since_epoch()).count();
    const auto seconds = static_cast<std::time_t>(milliseconds / 1000);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    char text[64];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    return std::string(text, length) + '.' + std::to_string(1000 + milliseconds % 1000).substr(1) + 'Z';
  }

  const bool is_json_;
  const std::size_t count_max_;
  std::size_t count_ = 0;
};

class Source {
 public:
  virtual ~Source() = default;
  // Waits for changes, with a time limit, and prints them. Throws Failure.
  virtual void next(ChangePrinter& printer) = 0;
};

// Waits for changes with the operation `changes` of dimma's services.
class Told : public Source {
 public:
  Told(const Session& session, DimmaContext context, CosNaming::Name path)
      : session_(session), context_(std::move(context)), path_(std::move(path)) {
    session_.ask_bound(path_, context_, [this] { after_ = context_->revision(); });
  }

  void next(ChangePrinter& printer) override {
    DimmaNaming::ChangeSeq changes;
    session_.ask_bound(path_, context_, [&] {
      try {
        changes = context_->changes(after_, patience(), after_);
      } catch (const DimmaNaming::Overtaken&) {
        after_ = context_->revision();
        say(programs::Style::warning,
            "the service no longer has all changes since the last one: list the context again");
      }
    });
    for (const DimmaNaming::Change& change : changes) print(change, printer);
  }

 private:
  // Returns how long the service may wait, well below the timeout of the call.
  std::uint32_t patience() const {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(session_.timeout().count() / 2, 1, 30'000));
  }

  static void print(const DimmaNaming::Change& change, ChangePrinter& printer) {
    const bool is_context = change.type() == CosNaming::BindingType::ncontext;
    static constexpr const char* kinds[] = {"bound", "rebound", "unbound"};
    const auto kind = std::min<std::size_t>(static_cast<std::size_t>(change.kind()), std::size(kinds) - 1);
    printer.print(kinds[kind], path_text({change.name()}), is_context);
  }

  const Session& session_;
  const DimmaContext context_;
  const CosNaming::Name path_;
  std::uint64_t after_ = 0;
};

// Detects changes by listing the context periodically.
class Listed : public Source {
 public:
  Listed(const Session& session, Context context, CosNaming::Name path, std::chrono::milliseconds interval)
      : session_(session), context_(std::move(context)), path_(std::move(path)), interval_(interval) {
    known_ = present();
  }

  void next(ChangePrinter& printer) override {
    std::this_thread::sleep_for(interval_);
    Names names = present();
    for (const auto& [name, is_context] : known_) {
      const auto found = names.find(name);
      if (found == names.end()) printer.print("unbound", name, is_context);
    }
    for (const auto& [name, is_context] : names) {
      const auto found = known_.find(name);
      if (found == known_.end()) {
        printer.print("bound", name, is_context);
      } else if (found->second != is_context) {
        printer.print("rebound", name, is_context);
      }
    }
    known_ = std::move(names);
  }

 private:
  using Names = std::map<std::string, bool>;

  Names present() const {
    Names names;
    Listing listing(session_, context_, path_, false);
    while (const auto entry = listing.next()) names.emplace(path_text({entry->component}), entry->is_context);
    return names;
  }

  const Session& session_;
  const Context context_;
  const CosNaming::Name path_;
  const std::chrono::milliseconds interval_;
  Names known_;
};

}  // namespace

int watch(Invocation invocation) {
  ServiceOptions service;
  std::string path;
  std::size_t count = 0;
  std::chrono::milliseconds interval{1000};
  Flags flags(invocation.command,
              "Prints the bindings and unbindings of a context from now on, until it is interrupted. Services of dimma "
              "report\neach change; others are listed at intervals, which misses rebinds, and names that are bound and "
              "unbound in\nbetween. If the service is away, it waits for it. Times are UTC.");
  service.declare(flags);
  flags.count("count", count, "exit after this number of changes; 0: never", 0, 1'000'000'000);
  flags.time("interval", interval, "the interval of listing a service that does not report changes", 10ms, 24h);
  flags.optional_argument("NAME", path, "the context (the root)");
  if (!flags.parse(invocation.arguments)) return done;
  const CosNaming::Name name = parse_path(path);
  const Session session(invocation.orb, service);
  const Context context = session.context(name);
  ChangePrinter printer(service.is_json, count);
  std::unique_ptr<Source> source;
  if (const DimmaContext dimmas = session.as_dimma(name, context)) {
    source = std::make_unique<Told>(session, dimmas, name);
  } else {
    source = std::make_unique<Listed>(session, context, name, interval);
  }
  say(programs::Style::note, "watching " + path_text(name));
  bool is_away = false;
  while (!printer.is_done()) {
    try {
      source->next(printer);
      if (is_away) say(programs::Style::note, "the service answers again");
      is_away = false;
    } catch (const Failure& failure) {
      if (failure.status() != unreachable) throw;
      if (!is_away) say(programs::Style::warning, std::string(failure.what()) + "; waiting for it");
      is_away = true;
      std::this_thread::sleep_for(1s);
    }
  }
  return done;
}

}  // namespace dimma::tools::naming
