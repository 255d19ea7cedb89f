// DynFixed and DynEnum: DynAnys without components, but with operations of their own.
#pragma once

#include "orb/dynamic_any/node.hpp"

#include <dimma/fixed.hpp>

namespace dimma::orb::dynamic_any {

class FixedNode final : public Node, public virtual DynamicAny::DynFixed {
 public:
  using Node::Node;
  ~FixedNode() override = default;
  std::string get_value() override;
  bool set_value(const std::string& val) override;

 private:
  std::uint16_t digits() const noexcept { return static_cast<std::uint16_t>(plain()._description().length); }
  std::uint16_t scale() const noexcept { return static_cast<std::uint16_t>(plain()._description().number); }
};

class EnumNode final : public Node, public virtual DynamicAny::DynEnum {
 public:
  using Node::Node;
  ~EnumNode() override = default;
  std::string get_as_string() override;
  void set_as_string(const std::string& value) override;
  std::uint32_t get_as_ulong() override;
  void set_as_ulong(std::uint32_t value) override;
};

}  // namespace dimma::orb::dynamic_any
