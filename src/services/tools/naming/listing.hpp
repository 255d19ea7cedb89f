#pragma once
// The bindings of one context, page by page.

#include "services/tools/naming/session.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dimma::tools::naming {

struct Entry {
  CosNaming::NameComponent component;
  bool is_context = false;
  // The details that dimma's services add.
  std::optional<DimmaNaming::Details> details;
};

// Holds an iterator at the service while it is under way, and always destroys it.
class Listing {
 public:
  // With `wants_details` those of dimma's services come along, which costs more.
  Listing(const Session& session, Context context, CosNaming::Name path, bool wants_details);
  ~Listing();
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  // The next entry, in the service's order; nothing after the last one. Throws Failure.
  std::optional<Entry> next();

 private:
  void fetch();
  void take(const CosNaming::BindingList& bindings);
  void take_details();
  void take_plain();

  const Session& session_;
  Context context_;
  CosNaming::Name path_;
  DimmaContext dimmas_;
  CORBA::object_reference<CosNaming::BindingIterator> iterator_;
  bool has_begun_ = false;
  bool is_last_page_ = false;
  CosNaming::NameComponent last_;
  std::vector<Entry> page_;
  std::size_t at_ = 0;
};

// The name as text, with a '/' after it if it is a context's.
std::string entry_text(const Entry& entry);
// {"name": ..., "type": "object" or "context"} and what the details say.
boost::json::object entry_json(const Entry& entry);
// "answers, 3 s ago", "unchecked".
std::string health_text(const DimmaNaming::Details& details);

}  // namespace dimma::tools::naming
