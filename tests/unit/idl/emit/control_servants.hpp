// Implementations of the interfaces of tests/idl/emit/control.idl, written as an application would write them.
#pragma once

#include <map>

#include "control_skel.hpp"

// A servant that uses virtual inheritance.
class MonitorServant : public virtual CORBA::servant_traits<Control::Monitor>::base_type {
 public:
  void changed(IDL::traits<Control::Device>::ref_type source, const Control::Sample& latest) override {
    last_source = source;
    last_sample = latest;
  }
  bool alert(IDL::traits<Control::Device>::ref_type source, Control::Alarm level) override {
    last_source = std::move(source);
    return level == Control::Alarm::FAULT;
  }

  IDL::traits<Control::Device>::ref_type last_source;
  Control::Sample last_sample;

 protected:
  ~MonitorServant() override = default;
};

// A servant that uses plain inheritance, and has every way of passing an argument.
class AxisServant : public CORBA::servant_traits<Control::Axis>::base_type {
 public:
  explicit AxisServant(std::string name) : name_(std::move(name)) {}

  // Node
  Control::DeviceName name() override { return name_; }
  std::string comment() override { return comment_; }
  void comment(const std::string& text) override { comment_ = text; }
  void ping() override { ++pings; }
  IDL::traits<CORBA::Object>::ref_type owner() override { return {}; }

  // Device
  Control::Description about() override { return {}; }
  Control::Alarm state() override { return Control::Alarm::WARNING; }
  Control::Limits bounds() override {
    if (!bounds_.enforced()) throw Control::Refused("no bounds", Control::Alarm::NO_ALARM);
    return bounds_;
  }
  void bounds(const Control::Limits& limits) override {
    if (limits.low() > limits.high()) throw Control::OutOfRange(limits.low(), limits);
    bounds_ = limits;
  }
  double setpoint() override { return setpoint_; }
  void setpoint(double value) override { setpoint_ = value; }
  double read(Control::TimeStamp& at) override {
    at = Control::TimeStamp(1, 2);
    return setpoint_;
  }
  void write(double value) override {
    if (value < 0) throw Control::Device::Busy(7);
    if (value > 100) throw Control::NotFound("not declared to be raised");
    setpoint_ = value;
  }
  Control::Samples history(const Control::TimeStamp& since, std::uint32_t most) override {
    return std::vector<Control::Sample>(most, Control::Sample(since, 1.5, Control::Quality::bad, {}));
  }
  void capture(Control::Waveform& wave, Control::Blob& raw, Control::Device::Notes& remarks) override {
    out_was_empty = raw.empty() && remarks.empty();
    raw.assign(wave.size(), 1);
    for (double& value : wave) value = -value;
    remarks = {"one", "two"};
  }
  Control::Matrix calibrate(const Control::Matrix& old, Control::Matrix& current, Control::Matrix& inverse) override {
    inverse = current;
    current = old;
    Control::Matrix result{};
    result[1][1] = old[0][0];
    return result;
  }
  void note(const std::string& text) override {
    notes.push_back(text);
    if (text == "throw") throw CORBA::NO_RESOURCES();
  }

  // Observable
  std::int32_t subscribe(IDL::traits<Control::Monitor>::ref_type listener, Control::Alarm) override {
    listeners_[++last_subscription_] = std::move(listener);
    return last_subscription_;
  }
  bool unsubscribe(std::int32_t subscription) override { return listeners_.erase(subscription) == 1; }
  std::uint32_t subscribers() override { return static_cast<std::uint32_t>(listeners_.size()); }

  // Motor
  void move(double target, float) override {
    const Control::Sample sample({}, target, Control::Quality::uncertain, Control::Alarm::FAULT);
    for (auto& [subscription, listener] : listeners_) {
      if (listener->alert(_this(), sample.level())) listener->changed(_this(), sample);
    }
  }
  bool moving() override { return !listeners_.empty(); }
  IDL::traits<Control::Motor>::ref_type partner(IDL::traits<Control::Motor>::ref_type candidate,
                                                IDL::traits<Control::Motor>::ref_type& previous,
                                                IDL::traits<Control::Device>::ref_type& next) override {
    next = previous;
    previous = candidate;
    return candidate;
  }

  // Registry
  IDL::traits<Control::Device>::ref_type find(const Control::DeviceName& name) override {
    if (name != name_) throw Control::NotFound(name);
    return _this();
  }
  Control::Devices all() override { return {_this(), nullptr}; }
  void add(const Control::DeviceName& name, IDL::traits<Control::Device>::ref_type what) override {
    if (!what) throw Control::Refused(name, Control::Alarm::FAULT);
  }
  void remove(const Control::DeviceName&) override {}

  // Axis
  void go_home() override { setpoint_ = 0; }

  int pings = 0;
  bool out_was_empty = false;
  std::vector<std::string> notes;

 private:
  std::string name_;
  std::string comment_;
  Control::Limits bounds_;
  double setpoint_ = 0;
  std::map<std::int32_t, IDL::traits<Control::Monitor>::ref_type> listeners_;
  std::int32_t last_subscription_ = 0;
};
