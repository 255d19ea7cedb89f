#pragma once
// The published plain names and the initial references of an ORB.

#include "base/sync/sync.hpp"

#include <dimma/object.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dimma::orb {

class Names {
 public:
  // An object published under a name. A request whose entire key is that name goes to the object.
  struct Published {
    CORBA::object_reference<CORBA::Object> object;
    std::string key;  // the object's key if this ORB serves it directly; if empty, the client is forwarded
  };

  void publish(const std::string& name, Published published);
  // Returns false if the name is published already.
  bool publish_if_new(const std::string& name, Published published);
  bool unpublish(const std::string& name);
  // Returns nullptr if the name is not published. The result stays valid when the name is published again or removed.
  std::shared_ptr<const Published> published(std::string_view name) const;
  std::size_t published_count() const;
  std::vector<std::string> published_names() const;  // sorted

  // Returns false if the name is already in use.
  bool add_initial(const std::string& name, CORBA::object_reference<CORBA::Object> object);
  CORBA::object_reference<CORBA::Object> initial(const std::string& name) const;
  std::vector<std::string> initial_names() const;

  // Removes all names and releases their objects.
  void clear() noexcept;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
  };
  mutable sync::SharedMutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const Published>, Hash, std::equal_to<>> published_
      DIMMA_GUARDED_BY(mutex_);
  std::map<std::string, CORBA::object_reference<CORBA::Object>> initial_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
