#include "services/naming/service/import/omninames_log.hpp"

#include "services/naming/service/import/reference_key.hpp"
#include "services/naming/tree/tree.hpp"

#include <optional>
#include <sstream>
#include <vector>

namespace dimma::naming {
namespace {

using CosNaming::BindingType;

std::optional<std::string> octets_of_hexadecimal(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  if (text.empty() || text.size() % 2 != 0) return std::nullopt;
  std::string octets;
  octets.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit(text[i]);
    const int low = digit(text[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    octets += static_cast<char>(high * 16 + low);
  }
  return octets;
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  void take(const std::string& line) {
    ++number_;
    const auto words = words_of(line);
    const std::string& verb = words[0];
    if (verb == "port" || verb == "persistent") {
      expect(words, 2);
    } else if (verb == "create") {
      create(words);
    } else if (verb == "bind") {
      bind(words);
    } else if (verb == "unbind") {
      expect(words, 4);
      if (context_of(words[1]).erase({words[2], words[3]}) == 0) refuse("there is no such binding");
    } else if (verb == "destroy") {
      expect(words, 2);
      destroy(words[1]);
    } else {
      refuse("'" + verb.substr(0, 40) + "' is not port, persistent, create, bind, unbind or destroy");
    }
  }

  // Bindings to references of the log's own contexts become bindings to the corresponding contexts of the tree.
  OmniNamesTree tree() && {
    if (root_key_.empty()) refuse("the log has no context; is it a log of omniNames?");
    for (auto& [id, bindings] : tree_.contexts) {
      for (auto& [component, bound] : bindings) {
        const auto own = own_context(bound.reference);
        if (!own) continue;
        bound.context = own;
        bound.reference.clear();
      }
    }
    return std::move(tree_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw LogError(name_ + ", line " + std::to_string(number_) + ": " + what);
  }

  void expect(const std::vector<std::string>& words, std::size_t count) const {
    if (words.size() != count) {
      refuse("'" + words[0] + "' with " + std::to_string(words.size() - 1) + " words, not " +
             std::to_string(count - 1));
    }
  }

  // Splits at each single blank, since an id or a kind may be empty.
  std::vector<std::string> words_of(const std::string& line) const {
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == ' ') {
        words.emplace_back();
      } else if (line[i] != '\\') {
        words.back() += line[i];
      } else if (++i == line.size()) {
        refuse("the line ends with a backslash");
      } else {
        words.back() += line[i] == 'n' ? '\n' : line[i] == 't' ? '\t' : line[i] == 'r' ? '\r' : line[i];
      }
    }
    return words;
  }

  std::string encapsulation(const std::string& ior) const {
    const auto octets = ior.rfind("IOR:", 0) == 0 ? octets_of_hexadecimal(ior.substr(4)) : std::nullopt;
    if (!octets) refuse("'" + ior.substr(0, 40) + "' is not a reference: expected IOR: and hexadecimal digits");
    return *octets;
  }

  void create(const std::vector<std::string>& words) {
    expect(words, 2);
    const auto key = octets_of_hexadecimal(words[1]);
    if (!key || key->size() > ContextId::octets) {
      refuse("'" + words[1].substr(0, 80) + "' is not the key of a context: expected up to 32 hexadecimal digits");
    }
    std::string id(ContextId::octets, '\0');
    if (root_key_.empty()) {
      root_key_ = *key;
    } else {
      id.replace(0, key->size(), *key);
    }
    ids_[*key] = id;
    tree_.contexts[id];
  }

  void bind(const std::vector<std::string>& words) {
    expect(words, 6);
    auto& bindings = context_of(words[1]);
    CosNaming::Name name;
    name.emplace_back(words[2], words[3]);
    try {
      check_name(name);
    } catch (const CORBA::Exception& wrong) {
      refuse(std::string("a name exceeds the limits: ") + wrong.what());
    }
    Bound bound;
    if (words[4] == "ncontext") {
      bound.type = BindingType::ncontext;
    } else if (words[4] != "nobject") {
      refuse("'" + words[4].substr(0, 40) + "' is neither ncontext nor nobject");
    }
    bound.reference = encapsulation(words[5]);
    if (bound.reference.size() > reference_octets_max) refuse("a reference of more than 1 MiB");
    bindings.insert_or_assign({words[2], words[3]}, std::move(bound));
  }

  void destroy(const std::string& ior) {
    const auto id = id_of(encapsulation(ior));
    if (!id) refuse("the reference is of a context that was not created");
    tree_.contexts.erase(*id);
    // The id is kept, so that names still bound to the context become bound to a context that does not exist.
  }

  OmniNamesTree::Bindings& context_of(const std::string& ior) {
    const std::string reference = encapsulation(ior);
    const auto id = id_of(reference);
    const auto found = id ? tree_.contexts.find(*id) : tree_.contexts.end();
    if (found == tree_.contexts.end())
      refuse("the reference is of a context that does not exist: " + ior.substr(0, 40) + "...");
    if (*id == std::string(ContextId::octets, '\0')) root_ = key_in_reference(reference);
    return found->second;
  }

  // The object key ends with the key of the context. omniORB puts the path of its object adapter before it.
  std::optional<std::string> id_of(const std::string& reference) const {
    const auto key = key_in_reference(reference);
    if (!key) return std::nullopt;
    for (std::size_t from = 0; from < key->object_key.size() && from <= prefix_octets_max; ++from) {
      const auto found = ids_.find(key->object_key.substr(from));
      if (found != ids_.end()) return found->second;
    }
    return std::nullopt;
  }

  // The roots of all services have the same key, so the address distinguishes them.
  std::optional<ContextId> own_context(const std::string& reference) const {
    const auto id = id_of(reference);
    if (!id) return std::nullopt;
    const auto own = ContextId::of(*id);
    if (own->is_root()) {
      const auto key = key_in_reference(reference);
      if (!root_ || key->host != root_->host || key->port != root_->port) return std::nullopt;
    }
    return own;
  }

  static constexpr std::size_t prefix_octets_max = 64;

  const std::string name_;
  std::size_t number_ = 0;
  std::string root_key_;
  std::optional<ReferenceKey> root_;        // key of the root's latest reference in the log
  std::map<std::string, std::string> ids_;  // ids of contexts by their object keys
  OmniNamesTree tree_;
};

}  // namespace

std::size_t OmniNamesTree::bindings() const {
  std::size_t count = 0;
  for (const auto& [id, bindings] : contexts) count += bindings.size();
  return count;
}

OmniNamesTree read_omninames_log(std::istream& in, const std::string& name) {
  Reader reader(name);
  std::string line;
  while (std::getline(in, line) && !in.eof()) reader.take(line);
  return std::move(reader).tree();
}

}  // namespace dimma::naming
