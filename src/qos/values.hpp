#pragma once
// Parses and formats the values of the fields, with one pair of functions per type. read() throws QoSError for text
// that is not a value of the type. Values that no channel supports are refused later (validate.hpp).

#include "qos/text.hpp"

namespace dimma::qos {

void read(const Value& value, Protocol& into);
void read(const Value& value, TransportKind& into);
void read(const Value& value, ProcessingConcurrency& into);
void read(const Value& value, CountLimit& into);
void read(const Value& value, Connection& into);
void read(const Value& value, Demultiplexing& into);
void read(const Value& value, Buffers& into);
void read(const Value& value, Loans& into);
void read(const Value& value, Memory& into);
void read(const Value& value, OnExhaustion& into);
void read(const Value& value, WaitStrategy& into);
void read(const Value& value, ReadAhead& into);
void read(const Value& value, std::optional<std::chrono::nanoseconds>& into);
void read(const Value& value, Scheduling& into);
void read(const Value& value, SocketSettings& into);
void read(const Value& value, History& into);
void read(const Value& value, RateLimit& into);
void read(const Value& value, std::string& into);  // credentials; "default" is read as an empty string

std::string write(Protocol value);
std::string write(TransportKind value);
std::string write(const ProcessingConcurrency& value);
std::string write(const CountLimit& value);
std::string write(Connection value);
std::string write(Demultiplexing value);
std::string write(const Buffers& value);
std::string write(const Loans& value);
std::string write(Memory value);
std::string write(OnExhaustion value);
std::string write(const WaitStrategy& value);
std::string write(const ReadAhead& value);
std::string write(const std::optional<std::chrono::nanoseconds>& value);
std::string write(const Scheduling& value);
std::string write(const SocketSettings& value);
std::string write(const History& value);
std::string write(const RateLimit& value);
std::string write(const std::string& value);

}  // namespace dimma::qos
