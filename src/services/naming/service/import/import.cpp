#include "services/naming/service/import/import.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace dimma::naming {
namespace {

using store::Change;
using store::Condition;
using store::Transaction;

constexpr std::size_t batch_octets_max = std::size_t{512} << 10;
constexpr int attempts_max = 100;
constexpr std::size_t kept_lines_max = 20;

class Batch {
 public:
  Batch(store::Store& store, ServiceLog& log, Imported& imported) : store_(store), log_(log), imported_(imported) {}

  void add(std::string key, std::string value) {
    const std::size_t more = key.size() + value.size();
    if (records_.size() == store::parts_max || (octets_ + more > batch_octets_max && !records_.empty())) write();
    octets_ += more;
    records_.emplace_back(std::move(key), std::move(value));
  }

  void write() {
    for (int i = 0; i < attempts_max && !records_.empty(); ++i) {
      Imported done;
      const Transaction transaction = missing(done);
      if (!transaction.changes.empty() && !store_.commit(transaction).succeeded)
        continue;  // a binding has changed meanwhile
      finish(done);
    }
    if (!records_.empty()) {
      throw store::StoreError(store::StoreError::Kind::unavailable,
                              "other clients keep changing the bindings to import; stop them, and import again");
    }
  }

 private:
  Transaction missing(Imported& done) {
    Transaction transaction;
    kept_.clear();
    for (const auto& [key, value] : records_) {
      const auto present = store_.get(key);
      if (!present) {
        ++(is_context(key) ? done.contexts : done.bindings);
        transaction.conditions.push_back(Condition::absent(key));
        transaction.changes.push_back(Change::put(key, value));
      } else if (present->value == value) {
        ++done.unchanged;
      } else {
        ++done.kept;
        kept_.push_back(printed_key(key));
      }
    }
    return transaction;
  }

  void finish(const Imported& done) {
    for (const std::string& kept : kept_) {
      if (lines_++ < kept_lines_max)
        log_.line("not imported: " + kept + " is bound to something else, and stays unchanged");
    }
    imported_.contexts += done.contexts;
    imported_.bindings += done.bindings;
    imported_.unchanged += done.unchanged;
    imported_.kept += done.kept;
    records_.clear();
    octets_ = 0;
  }

  static bool is_context(const std::string& key) { return key.rfind(context_prefix, 0) == 0; }

  store::Store& store_;
  ServiceLog& log_;
  Imported& imported_;
  std::vector<std::pair<std::string, std::string>> records_;
  std::size_t octets_ = 0;
  std::vector<std::string> kept_;
  std::size_t lines_ = 0;
};

}  // namespace

Imported import_tree(const OmniNamesTree& from, Tree& tree, ServiceLog& log) {
  Imported imported;
  Batch batch(tree.store(), log, imported);
  const auto add_bindings = [&](const ContextId& context, const OmniNamesTree::Bindings& bindings) {
    for (const auto& [name, bound] : bindings) {
      batch.add(key_of_binding(context, {name.first, name.second}), value_of(bound));
    }
  };
  const OmniNamesTree::Bindings* of_root = nullptr;
  for (const auto& [octets, bindings] : from.contexts) {
    const ContextId context = *ContextId::of(octets);
    if (context.is_root()) {
      of_root = &bindings;
      continue;
    }
    batch.add(key_of_context(context), value_of_context());
    add_bindings(context, bindings);
  }
  batch.write();
  if (of_root != nullptr) add_bindings(ContextId(), *of_root);
  batch.write();
  return imported;
}

void import_omninames(const std::string& file, Tree& tree, ServiceLog& log) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw LogError("cannot read " + file + ": " + std::generic_category().message(errno));
  const OmniNamesTree read = read_omninames_log(in, file);
  const Imported done = import_tree(read, tree, log);
  log.line("imported " + file + ": " + std::to_string(done.contexts) + " contexts made, " +
           std::to_string(done.bindings) + " names bound; " + std::to_string(done.unchanged) + " existed already, " +
           std::to_string(done.kept) + " names stay bound to something else");
}

}  // namespace dimma::naming
