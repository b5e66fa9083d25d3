// A bot in JavaScript, on Node, without any package: it plays the first legal action.
//
// The reader gives every message as plain objects and lists; integers beyond 2^53, such as the seed, as BigInt. It waits
// for more bytes wherever a message is not all there, and the bot has nothing else to do meanwhile.
// Put your own idea into `choose`.
"use strict";

const fs = require("node:fs");

console.log = console.error; // stdout is the protocol; whatever is printed is log

class Reader {
  constructor() {
    this.chunk = Buffer.alloc(1 << 16);
    this.buffer = this.chunk.subarray(0, 0); // what was read
    this.at = 0; // how much of it was used
  }

  value() {
    const type = this.unsigned(1);
    if (type < 0x80) return type;
    if (type < 0x90) return this.map(type & 15);
    if (type < 0xa0) return this.list(type & 15);
    if (type < 0xc0) return this.text(type & 31);
    if (type >= 0xe0) return type - 0x100;
    switch (type) {
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xca: return this.take(4).readFloatBE();
      case 0xcb: return this.take(8).readDoubleBE();
      case 0xcc: return this.unsigned(1);
      case 0xcd: return this.unsigned(2);
      case 0xce: return this.unsigned(4);
      case 0xcf: return small(this.take(8).readBigUInt64BE());
      case 0xd0: return this.take(1).readInt8();
      case 0xd1: return this.take(2).readInt16BE();
      case 0xd2: return this.take(4).readInt32BE();
      case 0xd3: return small(this.take(8).readBigInt64BE());
      case 0xd9: return this.text(this.unsigned(1));
      case 0xda: return this.text(this.unsigned(2));
      case 0xdb: return this.text(this.unsigned(4));
      case 0xdc: return this.list(this.unsigned(2));
      case 0xdd: return this.list(this.unsigned(4));
      case 0xde: return this.map(this.unsigned(2));
      case 0xdf: return this.map(this.unsigned(4));
      default: return null; // the protocol has no other types
    }
  }

  take(size) {
    while (this.buffer.length - this.at < size) this.fill();
    this.at += size;
    return this.buffer.subarray(this.at - size, this.at);
  }

  fill() {
    const size = fs.readSync(0, this.chunk);
    if (size === 0) process.exit(0); // the end of the input
    this.buffer = Buffer.concat([this.buffer.subarray(this.at), this.chunk.subarray(0, size)]);
    this.at = 0;
  }

  unsigned(size) {
    return this.take(size).readUIntBE(0, size);
  }

  text(size) {
    return this.take(size).toString("utf8");
  }

  list(size) {
    const items = [];
    while (size-- > 0) items.push(this.value());
    return items;
  }

  map(size) {
    const pairs = {};
    while (size-- > 0) {
      const key = this.value();
      pairs[key] = this.value();
    }
    return pairs;
  }
}

function small(big) {
  return BigInt.asIntN(53, big) === big ? Number(big) : big;
}

function packed(value) {
  if (value === null || value === undefined) return Buffer.of(0xc0);
  if (typeof value === "boolean") return Buffer.of(value ? 0xc3 : 0xc2);
  if (typeof value === "bigint") {
    return number(value >= 0n ? 0xcf : 0xd3, (at) => at.writeBigInt64BE(BigInt.asIntN(64, value)));
  }
  if (Number.isSafeInteger(value)) {
    if (value >= 0 && value < 0x80) return Buffer.of(value);
    if (value >= -0x80 && value < 0x80) return Buffer.of(0xd0, value & 0xff);
    return number(0xd3, (at) => at.writeBigInt64BE(BigInt(value)));
  }
  if (typeof value === "number") return number(0xcb, (at) => at.writeDoubleBE(value));
  if (typeof value === "string") {
    const text = Buffer.from(value, "utf8");
    return Buffer.concat([head(0xa0, 31, 0xda, text.length), text]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(0x90, 15, 0xdc, value.length), ...value.map(packed)]);
  const pairs = Object.entries(value);
  return Buffer.concat([head(0x80, 15, 0xde, pairs.length), ...pairs.flat().map(packed)]);
}

function number(type, write) {
  const eight = Buffer.alloc(8);
  write(eight);
  return Buffer.concat([Buffer.of(type), eight]);
}

function head(short, most, long, size) {
  return size <= most ? Buffer.of(short | size) : Buffer.of(long, size >> 8, size & 0xff);
}

function say(message) {
  const bytes = packed(message);
  for (let sent = 0; sent < bytes.length; ) sent += fs.writeSync(1, bytes, sent);
}

function choose(ask) {
  return ask.legal[0];
}

function handle(message) {
  switch (message.type) {
    case "hello":
      return say({ type: "ready", protocol: 1, name: "first-in-javascript", version: "1" });
    case "ask":
      return say({ type: "act", match: message.match, turn: message.turn, action: choose(message) });
    case "bye":
      process.exit(0);
  }
}

const reader = new Reader();
while (true) handle(reader.value());
