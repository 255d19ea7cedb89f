-- A Wireshark dissector of dimma's flow protocol, version 1 (docs/reference/flow-protocol.md). It recognises the protocol on any
-- UDP port, or is selected by "Decode As". Put it into Wireshark's folder of personal Lua plugins, or:
--   tshark -X lua_script:dimma-flow.lua -Y dimma_flow

local proto = Proto("dimma_flow", "dimma flow protocol")

local HEADER = 40
local IDENTITY_MAX = 1024
local OPERATIONS = 256
local FRAGMENTS = 65536
local NUMBERS = {"expected", "received", "lost", "incomplete", "assembling", "duplicates", "reordered", "late", "unsettled",
                 "delivered", "dropped", "refused", "octets", "jitter"}
local KINDS = {[1] = "data", [2] = "ask", [3] = "report", [4] = "end"}

local f = {
  version = ProtoField.uint8("dimma_flow.version", "Version"),
  kind = ProtoField.uint8("dimma_flow.kind", "Kind", base.DEC, KINDS),
  flags = ProtoField.uint8("dimma_flow.flags", "Flags", base.HEX),
  little = ProtoField.bool("dimma_flow.flags.little_endian", "Little endian", 8, nil, 0x01),
  identified = ProtoField.bool("dimma_flow.flags.identity", "Identity follows", 8, nil, 0x02),
  wanted = ProtoField.bool("dimma_flow.flags.report_wanted", "Report wanted", 8, nil, 0x04),
  operation = ProtoField.uint16("dimma_flow.operation", "Operation number"),
  flow = ProtoField.uint64("dimma_flow.flow", "Flow", base.HEX),
  sequence = ProtoField.uint64("dimma_flow.sequence", "Sequence number"),
  timestamp = ProtoField.uint64("dimma_flow.timestamp", "Timestamp (ns)"),
  message = ProtoField.uint32("dimma_flow.message_length", "Message length"),
  fragment_length = ProtoField.uint16("dimma_flow.fragment_length", "Fragment length"),
  fragment = ProtoField.uint16("dimma_flow.fragment", "Fragment"),
  fragments = ProtoField.uint32("dimma_flow.fragments", "Fragments of the message"),
  key = ProtoField.bytes("dimma_flow.object_key", "Object key"),
  name = ProtoField.string("dimma_flow.operation_name", "Operation"),
  body = ProtoField.bytes("dimma_flow.body", "Body"),
}
local report_fields = {}
for _, name in ipairs(NUMBERS) do
  report_fields[name] = ProtoField.uint64("dimma_flow.report." .. name, "Report: " .. name)
end
local all = {}
for _, field in pairs(f) do all[#all + 1] = field end
for _, field in pairs(report_fields) do all[#all + 1] = field end
proto.fields = all

local malformed = ProtoExpert.new("dimma_flow.malformed", "Not of the protocol", expert.group.MALFORMED,
                                  expert.severity.ERROR)
proto.experts = {malformed}

-- Returns a function that adds a field to the tree, in the packet's byte order, and returns its range.
local function adder(tvb, tree, little)
  return function(field, offset, length)
    local range = tvb(offset, length)
    if little then tree:add_le(field, range) else tree:add(field, range) end
    return range
  end
end

local function uint(range, little) return little and range:le_uint() or range:uint() end

local function wrong(tree, why)
  tree:add_proto_expert_info(malformed, why)
end

-- Returns the offset of the body; nil if the identity is malformed.
local function dissect_identity(tvb, tree, little, summary)
  if tvb:len() < HEADER + 4 then return wrong(tree, "An identity that ends early") end
  local key = uint(tvb(HEADER, 2), little)
  local name = uint(tvb(HEADER + 2, 2), little)
  local length = math.floor((4 + key + name + 7) / 8) * 8
  if length > IDENTITY_MAX then return wrong(tree, "An identity that is too long") end
  if HEADER + length > tvb:len() then return wrong(tree, "An identity that ends early") end
  if name == 0 then return wrong(tree, "An operation without a name") end
  if key > 0 then tree:add(f.key, tvb(HEADER + 4, key)) end
  tree:add(f.name, tvb(HEADER + 4 + key, name))
  summary[#summary + 1] = tvb(HEADER + 4 + key, name):string()
  return HEADER + length
end

local function dissect_data(tvb, tree, little, identified, summary)
  local message = uint(tvb(32, 4), little)
  local each = uint(tvb(36, 2), little)
  local fragment = uint(tvb(38, 2), little)
  local count = 1
  if uint(tvb(6, 2), little) >= OPERATIONS then wrong(tree, "An operation number that is too great") end
  if message > each then
    if each == 0 then return wrong(tree, "A message in packets of no octets") end
    count = math.floor((message + each - 1) / each)
  end
  if count > FRAGMENTS then return wrong(tree, "A message in too many packets") end
  if fragment >= count then return wrong(tree, "A packet behind its message's last") end
  tree:add(f.fragments, tvb(32, 8), count):set_generated()
  if count > 1 then summary[#summary + 1] = "fragment " .. (fragment + 1) .. " of " .. count end
  local at = HEADER
  if identified then
    if fragment ~= 0 then return wrong(tree, "An identity that is not in a message's first packet") end
    at = dissect_identity(tvb, tree, little, summary)
    if at == nil then return end
  end
  local expected = (fragment + 1 == count) and message - fragment * each or each
  if tvb:len() - at ~= expected then return wrong(tree, "A packet of another length than it says") end
  summary[#summary + 1] = expected .. " octets"
  if expected > 0 then tree:add(f.body, tvb(at)) end
end

local function dissect_report(tvb, tree, little, summary)
  if tvb:len() < HEADER + 8 * #NUMBERS then return wrong(tree, "Shorter than a report") end
  local add = adder(tvb, tree, little)
  for i, name in ipairs(NUMBERS) do add(report_fields[name], HEADER + 8 * (i - 1), 8) end
  local function number(index)
    local range = tvb(HEADER + 8 * (index - 1), 8)
    return tostring(little and range:le_uint64() or range:uint64())
  end
  summary[#summary + 1] = number(2) .. " of " .. number(1) .. " received, " .. number(10) .. " delivered"
end

local function is_flow(tvb)
  return tvb:len() >= HEADER and tvb(0, 2):string() == "DF" and tvb(2, 1):uint() == 1 and KINDS[tvb(3, 1):uint()] ~= nil and
         tvb(4, 1):uint() < 8 and tvb(5, 1):uint() == 0
end

function proto.dissector(tvb, pinfo, root)
  if not is_flow(tvb) then return 0 end
  pinfo.cols.protocol = "dimma flow"
  local tree = root:add(proto, tvb())
  local kind = tvb(3, 1):uint()
  local flags = tvb(4, 1):uint()
  local little = flags % 2 == 1
  local identified = math.floor(flags / 2) % 2 == 1
  local add = adder(tvb, tree, little)
  add(f.version, 2, 1)
  add(f.kind, 3, 1)
  add(f.flags, 4, 1)
  for _, flag in ipairs({f.little, f.identified, f.wanted}) do add(flag, 4, 1) end
  add(f.operation, 6, 2)
  add(f.flow, 8, 8)
  local sequence = add(f.sequence, 16, 8)
  add(f.timestamp, 24, 8)
  add(f.message, 32, 4)
  add(f.fragment_length, 36, 2)
  add(f.fragment, 38, 2)
  local summary = {KINDS[kind] .. " " .. tostring(little and sequence:le_uint64() or sequence:uint64())}
  if kind == 1 then
    dissect_data(tvb, tree, little, identified, summary)
  elseif identified then
    wrong(tree, "An identity in a packet without a message")
  elseif kind == 3 then
    dissect_report(tvb, tree, little, summary)
  elseif tvb:len() < HEADER + 8 * #NUMBERS then
    wrong(tree, "Shorter than a report")
  end
  pinfo.cols.info = table.concat(summary, ", ")
  return tvb:len()
end

proto:register_heuristic("udp", function(tvb, pinfo, root)
  if not is_flow(tvb) then return false end
  proto.dissector(tvb, pinfo, root)
  return true
end)
DissectorTable.get("udp.port"):add_for_decode_as(proto)
