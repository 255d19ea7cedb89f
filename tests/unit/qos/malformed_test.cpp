// The text form, malformed: each is refused with the field, the column and the reason.

#include <dimma/qos.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using dimma::EngineeringQoS;

struct Refusal {
  std::string text;
  std::string what;  // all that what() says, or its beginning where it ends in "..."
};

class QosMalformed : public testing::TestWithParam<Refusal> {};

TEST_P(QosMalformed, IsRefusedNamingWhatAndWhere) {
  const auto& [text, expected] = GetParam();
  try {
    const auto qos = EngineeringQoS::parse(text);
    FAIL() << "read " << text << " as " << qos;
  } catch (const dimma::QoSError& error) {
    std::string what = error.what();
    if (expected.ends_with("...")) what = what.substr(0, expected.size() - 3) + "...";
    EXPECT_EQ(what, expected) << text;
    ASSERT_TRUE(error.offset().has_value());
    EXPECT_LE(*error.offset(), text.size());
  }
}

const Refusal elements[] = {
    {",", "QoS at column 1: a field is missing before or after a comma"},
    {"wait=spin,", "QoS at column 11: a field is missing before or after a comma"},
    {",wait=spin", "QoS at column 1: a field is missing before or after a comma"},
    {"wait=spin,,messages=1", "QoS at column 11: a field is missing before or after a comma"},
    {"=spin", "QoS at column 1: a field's name is missing before '='"},
    {"wait=spin, = 1", "QoS at column 12: a field's name is missing before '='"},
    {"wait", "field 'wait' at column 1: '=' and a value are missing"},
    {"wait spin", "field 'wait spin' at column 1: there is no such field"},
    {"wait=", "field 'wait' at column 6: a value is missing"},
    {"wait= ,messages=1", "field 'wait' at column 6: a value is missing"},
    {"wait=spin;messages=1", "field 'wait' at column 10: fields are separated by ',', not by ';'"},
    {"wait=spin, messages=1; read-ahead=off", "field 'messages' at column 22: fields are separated by ',', not by ';'"},
    {"; wait=spin", "QoS at column 1: fields are separated by ',', not by ';'"},
    {"wait=spin messages=1", "field 'wait' at column 6: 'spin messages=1' is not one of its values ..."},
    {"wait==spin", "field 'wait' at column 6: '=spin' is not one of its values (block, spin, adaptive)..."},
    {"wait=spin,WAIT=block", "field 'wait' at column 11: given twice; the first is at column 1"},
    {"messages=1, message_concurrency=1", "field 'messages' at column 13: given twice; the first is at column 1"},
    {"mesages=1", "field 'mesages' at column 1: there is no such field; did you mean 'messages'?"},
    {"wait=spin,procesing=nullTask",
     "field 'procesing' at column 11: there is no such field; did you mean 'processing'?"},
    {"processing_concurency=nullTask",
     "field 'processing_concurency' at column 1: there is no such field; did you mean 'processing_concurrency'?"},
    {"read-ahaed=off", "field 'read-ahaed' at column 1: there is no such field; did you mean 'read-ahead'?"},
    {"colour=red", "field 'colour' at column 1: there is no such field"},
    {std::string("a\0b=1", 5), "field 'a\\x00b' at column 1: there is no such field"},
    {"\xc3\xa9=1", "field '\\xc3\\xa9' at column 1: there is no such field"},
    {std::string(100'000, 'x') + "=1", "field '" + std::string(40, 'x') + "...' at column 1: there is no such field"},
};
INSTANTIATE_TEST_SUITE_P(Elements, QosMalformed, testing::ValuesIn(elements));

const Refusal parentheses[] = {
    {"buffers=pool(4,64k", "field 'buffers' at column 13: unmatched '('"},
    {"buffers=pool(4,64k,wait=spin", "field 'buffers' at column 13: unmatched '('"},
    {"buffers=pool 4,64k)", "field 'buffers' at column 9: 'pool 4' is not one of its values ..."},
    {"buffers=pool)", "field 'buffers' at column 13: unmatched ')'"},
    {"buffers=pool(4,64k))", "field 'buffers' at column 20: expected ',' or '+' after ')'"},
    {"buffers=pool(4,64k)x", "field 'buffers' at column 20: expected ',' or '+' after ')'"},
    {"buffers=pool((4,64k))", "field 'buffers' at column 14: parentheses cannot be nested"},
    {"buffers=(4,64k)", "field 'buffers' at column 9: expected a word or a number before '('"},
    {"buffers=)", "field 'buffers' at column 9: expected a word or a number before ')'"},
    {"buffers=pool()", "field 'buffers' at column 14: an argument of 'pool' is missing"},
    {"buffers=pool(4,)", "field 'buffers' at column 16: an argument of 'pool' is missing"},
    {"buffers=pool(,64k)", "field 'buffers' at column 14: an argument of 'pool' is missing"},
    {"buffers=pool(4)", "field 'buffers' at column 9: expected pool(number, size)"},
    {"buffers=pool(4,64k,1)", "field 'buffers' at column 9: expected pool(number, size)"},
    {"buffers=pool", "field 'buffers' at column 9: expected pool(number, size)"},
    {"buffers=factory(1)", "field 'buffers' at column 9: expected factory"},
    {"processing=pool", "field 'processing' at column 12: expected pool(threads)"},
    {"processing=nullTask(1,2)", "field 'processing' at column 12: expected nullTask(threads)"},
    {"wait=spin(1)", "field 'wait' at column 6: expected spin"},
    {"wait=adaptive()", "field 'wait' at column 15: an argument of 'adaptive' is missing"},
    {"messages=1(2)", "field 'messages' at column 10: expected 1"},
    {"messages=unlimited(2)", "field 'messages' at column 10: expected unlimited"},
    {"history=queue(1,2)", "field 'history' at column 9: expected queue(number)"},
    {"history=latest(1)", "field 'history' at column 9: expected latest"},
    {"transport=tcp(80)", "field 'transport' at column 11: expected tcp"},
    {"scheduling=fifo", "field 'scheduling' at column 12: expected fifo(priority)"},
    {"scheduling=cpus", "field 'scheduling' at column 12: expected processors, as in cpus(0,2-3)"},
    {"scheduling=inherited(1)", "field 'scheduling' at column 12: expected inherited"},
    {"socket=system(1)", "field 'socket' at column 8: expected system"},
    {"socket=send", "field 'socket' at column 8: expected send(size)"},
};
INSTANTIATE_TEST_SUITE_P(Parentheses, QosMalformed, testing::ValuesIn(parentheses));

const Refusal values[] = {
    {"protocol=giop",
     "field 'protocol' at column 10: 'giop' is not one of its values (any, iiop, flow); did you mean 'iiop'?"},
    {"transport=smh",
     "field 'transport' at column 11: 'smh' is not one of its values (any, tcp, unix, shm, tls, udp, "
     "multicast); did you mean 'shm'?"},
    {"processing=nulTask",
     "field 'processing' at column 12: 'nulTask' is not one of its values (shared, nullTask, pool, "
     "factory, executor); did you mean 'nullTask'?"},
    {"wait=sleep", "field 'wait' at column 6: 'sleep' is not one of its values (block, spin, adaptive)"},
    {"wait=spin+block", "field 'wait' at column 11: expected one value, not several joined by +"},
    {"wait=spin+", "field 'wait' at column 11: a value is missing"},
    {"messages=many", "field 'messages' at column 10: 'many' is neither a number nor 'unlimited'"},
    {"messages=-1", "field 'messages' at column 10: '-1' is neither a number nor 'unlimited'"},
    {"messages=+1", "field 'messages' at column 10: a value is missing"},
    {"messages=1.5", "field 'messages' at column 10: expected a number without a unit, not '1.5'"},
    {"messages=0x10", "field 'messages' at column 10: expected a number without a unit, not '0x10'"},
    {"messages=4k", "field 'messages' at column 10: expected a number without a unit, not '4k'"},
    {"messages=18446744073709551616", "field 'messages' at column 10: '18446744073709551616' is too large a number"},
    {"messages=0", "field 'messages' at column 1: a limit of 0 is not within 1 to 1000000"},
    {"messages=1000001", "field 'messages' at column 1: a limit of 1000001 is not within 1 to 1000000"},
    {"wait=spin,packets=0", "field 'packets' at column 11: a limit of 0 is not within 1 to 1000000"},
    {"processing=nullTask(0)", "field 'processing' at column 21: nullTask needs at least one thread"},
    {"processing=nullTask(100001)",
     "field 'processing' at column 1: a nullTask thread limit of 100001 is not within 1 to 100000"},
    {"processing=pool(0)", "field 'processing' at column 1: a pool of 0 is not within 1 to 4096"},
    {"processing=pool(4097)", "field 'processing' at column 1: a pool of 4097 is not within 1 to 4096"},
    {"processing=pool(4294967296)", "field 'processing' at column 17: '4294967296' is too large a number"},
    {"processing=pool(x)", "field 'processing' at column 17: expected a number, not 'x'"},
    {"buffers=pool(0,64k)", "field 'buffers' at column 1: a pool of 0 is not within 1 to 1000000"},
    {"buffers=pool(1,63)", "field 'buffers' at column 1: a buffer of 63 is not within 64 to 1073741824"},
    {"buffers=pool(1,2G)", "field 'buffers' at column 1: a buffer of 2147483648 is not within 64 to 1073741824"},
    {"buffers=pool(1,64q)", "field 'buffers' at column 16: '64q' is not a size: the units are k, M and G"},
    {"buffers=pool(1,64kk)", "field 'buffers' at column 16: '64kk' is not a size: the units are k, M and G"},
    {"buffers=pool(1,17179869184G)", "field 'buffers' at column 16: '17179869184G' is too large"},
    {"read-ahead=on", "field 'read-ahead' at column 12: 'on' is neither a number of octets nor 'off'"},
    {"read-ahead=0", "field 'read-ahead' at column 1: a read-ahead of 0 is not within 13 to 16777216"},
    {"read-ahead=12", "field 'read-ahead' at column 1: a read-ahead of 12 is not within 13 to 16777216"},
    {"read-ahead=17M", "field 'read-ahead' at column 1: a read-ahead of 17825792 is not within 13 to 16777216"},
    {"deadline=5",
     "field 'deadline' at column 10: '5' is not a duration: expected a number and a unit (ns, us, ms, s, m or h)"},
    {"deadline=5d",
     "field 'deadline' at column 10: '5d' is not a duration: expected a number and a unit (ns, us, ms, s, m or h)"},
    {"deadline=0s", "field 'deadline' at column 1: a deadline of 0s must be greater than zero"},
    {"deadline=9223372037s", "field 'deadline' at column 10: '9223372037s' is too large"},
    {"deadline=soon", "field 'deadline' at column 10: 'soon' is neither a duration nor 'none'"},
    {"wait=adaptive(0)", "field 'wait' at column 1: the spin time must be greater than zero"},
    {"wait=adaptive(5x)",
     "field 'wait' at column 15: '5x' is not a duration: expected a number and a unit (ns, us, ms, s, m or h)"},
    {"rate=0", "field 'rate' at column 1: a rate of 0 sends nothing"},
    {"rate=fast", "field 'rate' at column 6: 'fast' is neither a number of octets per second nor 'unlimited'"},
    {"history=queue(0)", "field 'history' at column 1: a queue of 0 is not within 1 to 1000000"},
    {"history=latst",
     "field 'history' at column 9: 'latst' is not one of its values (queue, latest); did you mean "
     "'latest'?"},
    {"scheduling=cpus(3-1)", "field 'scheduling' at column 17: '3-1' is not an ascending range"},
    {"scheduling=cpus(1024)", "field 'scheduling' at column 17: processors are numbered 0 to 1023"},
    {"scheduling=cpus(0-99999999999)", "field 'scheduling' at column 17: processors are numbered 0 to 1023"},
    {"scheduling=cpus(0-)", "field 'scheduling' at column 19: expected a number, not ''"},
    {"scheduling=cpus(-3)", "field 'scheduling' at column 17: expected a number, not ''"},
    {"scheduling=cpus(1)+cpus(2)", "field 'scheduling' at column 20: 'cpus' is given twice"},
    {"scheduling=fifo(1)+idle", "field 'scheduling' at column 20: a second policy is given"},
    {"scheduling=inherited+idle", "field 'scheduling' at column 12: 'inherited' cannot be combined with other values"},
    {"scheduling=fifo(0)", "field 'scheduling' at column 1: a priority of 0 is not within 1 to 99"},
    {"scheduling=fifo(100)", "field 'scheduling' at column 17: a priority is from 1 to 99"},
    {"scheduling=name(a b)", "field 'scheduling' at column 1: the thread's name has ' ', which is not one of ..."},
    {"scheduling=name(sixteen-letters!)",
     "field 'scheduling' at column 1: the thread's name has more than 15 characters"},
    {"socket=dscp(64)", "field 'socket' at column 1: a dscp of 64 is not within 0 to 63"},
    {"socket=send(0)", "field 'socket' at column 13: the size of a socket buffer cannot be 0"},
    {"socket=send(2G)", "field 'socket' at column 1: a send buffer of 2147483648 is not within 0 to 1073741824"},
    {"socket=receive(2G)", "field 'socket' at column 1: a receive buffer of 2147483648 is not within ..."},
    {"socket=ttl(256)", "field 'socket' at column 1: a ttl of 256 is not within 0 to 255"},
    {"socket=group(239.1.2.3)", "field 'socket' at column 8: expected group(address, port)"},
    {"socket=group(239.1.2.3,0)", "field 'socket' at column 24: a port is from 1 to 65535"},
    {"socket=group(239.1.2.3,5000)", "field 'socket' at column 1: only transport=multicast has a group"},
    {"transport=udp,socket=interface(lo)", "field 'socket' at column 15: only transport=multicast has an interface"},
    {"protocol=iiop,socket=ttl(1)", "field 'socket' at column 15: only flow has a ttl"},
    {"protocol=flow,transport=shm,socket=ttl(1)", "field 'socket' at column 29: shm has no network device for ttl"},
    {"batch-delay=0s", "field 'batch-delay' at column 1: a delay of 0s is not within 1ns to 1s"},
    {"batch-delay=2s", "field 'batch-delay' at column 1: a delay of 2s is not within 1ns to 1s"},
    {"transport=tcp,batch-delay=1ms", "field 'batch-delay' at column 15: only flow has batches"},
    {"transport=tcp,credentials=ops", "field 'credentials' at column 15: only transport=tls has credentials"},
    {"loans=4", "field 'loans' at column 7: '4' is not one of its values (none, pool)"},
    {"loans=pool(0,64k)", "field 'loans' at column 1: a pool of 0 is not within 1 to 4096"},
    {"loans=pool(4097,64)", "field 'loans' at column 1: a pool of 4097 is not within 1 to 4096"},
    {"loans=pool(1,63)", "field 'loans' at column 1: a place of 63 is not within 64 to 1073741824"},
    {"loans=pool(9,1G)", "field 'loans' at column 1: a total size (twice the pool) of 19327352832 is not within ..."},
    {"transport=tcp,loans=pool(1,64)",
     "field 'loans' at column 15: tcp shares no memory with the server; use transport=shm or any"},
    {"transport=udp,loans=pool(1,64)",
     "field 'loans' at column 15: udp shares no memory with the server; use transport=shm or any"},
    {"memory=full", "field 'memory' at column 8: 'full' is not one of its values (any, sealed)"},
    {"memory=sealed(raise)", "field 'memory' at column 15: 'raise' is not one of its values (count)"},
    {"memory=sealed,processing=factory",
     "field 'memory' at column 1: a sealed call stays on one thread, but processing=factory starts one for each call; "
     "use ..."},
    {"memory=sealed,processing=executor",
     "field 'memory' at column 1: the threads and handlers of processing=executor belong to the application and cannot "
     "be "
     "..."},
    {"memory=sealed,demultiplexing=task",
     "field 'memory' at column 1: with demultiplexing=task another thread reads the reply of a sealed call; use ..."},
    {"transport=tls,memory=sealed",
     "field 'memory' at column 15: OpenSSL allocates memory for each record that it sends or receives; use memory=any"},
    {"protocol=flow,memory=sealed", "field 'memory' at column 15: flow does not support memory=sealed; use memory=any"},
    {"credentials=o!ps",
     "field 'credentials' at column 1: the name has '!', which is not one of A-Z, a-z, 0-9, _, ., :, / and -"},
    {"socket=send(1k)+send(2k)", "field 'socket' at column 17: 'send' is given twice"},
    {"socket=busy-poll(10ns)", "field 'socket' at column 18: busy-poll takes whole microseconds, 1 or more"},
    {"socket=busy-poll(0)", "field 'socket' at column 18: busy-poll takes whole microseconds, 1 or more"},
    {"socket=busy-poll(3000s)", "field 'socket' at column 1: a busy-poll of 3000000000 is not within ..."},
    {"socket=linger(1)",
     "field 'socket' at column 8: 'linger' is not one of its values (system, send, receive, dscp, "
     "busy-poll, ttl, group, interface)"},
};
INSTANTIATE_TEST_SUITE_P(Values, QosMalformed, testing::ValuesIn(values));

TEST(QosMalformedText, ANullPointerIsRefused) {
  const char* const unset = nullptr;
  try {
    EngineeringQoS::parse(unset);
    FAIL();
  } catch (const dimma::QoSError& error) {
    EXPECT_STREQ(error.what(), "QoS: the text is a null pointer (the default QoS is an empty text)");
  }
}

// Each prefix of a text, and each text with one octet changed, is either read or refused.
TEST(QosMalformedText, NeverDoesWorseThanRefuse) {
  const std::string text =
      "protocol=flow,transport=udp,processing=pool(4),messages=4,buffers=pool(4,64k),exhausted=drop,"
      "wait=adaptive(50us),deadline=5ms,scheduling=cpus(0-1,3)+fifo(10)+name(rx),socket=send(64k)+dscp(46)";
  const auto try_it = [](const std::string& attempt) {
    try {
      const auto qos = EngineeringQoS::parse(attempt);
      EXPECT_EQ(EngineeringQoS::parse(qos.to_string()), qos) << attempt;
    } catch (const dimma::QoSError& error) {
      EXPECT_LE(error.offset().value_or(0), attempt.size()) << attempt;
    }
  };
  for (std::size_t i = 0; i <= text.size(); ++i) try_it(text.substr(0, i));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char character : {',', '=', '(', ')', '+', '-', ' ', '9', 'x', '\0', '\xff'}) {
      std::string changed = text;
      changed[i] = character;
      try_it(changed);
    }
  }
}

}  // namespace
