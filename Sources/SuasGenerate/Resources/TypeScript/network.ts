import { Failure, invalidArgument, noMatchingOverload } from "./failure.js";
import { type Int, int } from "./int.js";
import { brief } from "./text.js";
import type { Opaque } from "./values.js";

/** An internet address of version 4 or 6. */
export class IPAddress implements Opaque {
  readonly typeName = "net.IP";

  private constructor(private readonly bytes: readonly number[]) {}

  private get isV4(): boolean {
    return this.bytes.length === 4;
  }

  private byte(index: number): number {
    return this.bytes[index] ?? 0;
  }

  /** The IP version: 4 or 6. */
  get family(): Int {
    return int(this.isV4 ? 4 : 6);
  }

  get bitCount(): number {
    return this.bytes.length * 8;
  }

  /** True if it is 0.0.0.0 or ::. */
  get isUnspecified(): boolean {
    return this.bytes.every((byte) => byte === 0);
  }

  /** True if it is a loopback address. */
  get isLoopback(): boolean {
    if (this.isV4) return this.byte(0) === 127;
    return this.bytes.slice(0, 15).every((byte) => byte === 0) && this.byte(15) === 1;
  }

  private get isMulticast(): boolean {
    return this.isV4 ? (this.byte(0) & 0xf0) === 0xe0 : this.byte(0) === 0xff;
  }

  /** True if it is a link-local multicast address. */
  get isLinkLocalMulticast(): boolean {
    if (this.isV4) return this.byte(0) === 224 && this.byte(1) === 0 && this.byte(2) === 0;
    return this.byte(0) === 0xff && (this.byte(1) & 0x0f) === 0x02;
  }

  /** True if it is a link-local unicast address. */
  get isLinkLocalUnicast(): boolean {
    if (this.isV4) return this.byte(0) === 169 && this.byte(1) === 254;
    return this.byte(0) === 0xfe && (this.byte(1) & 0xc0) === 0x80;
  }

  /** True if it is a global unicast address. */
  get isGlobalUnicast(): boolean {
    const isBroadcast = this.isV4 && this.bytes.every((byte) => byte === 255);
    const isLocal = this.isUnspecified || this.isLoopback || this.isLinkLocalUnicast;
    return !isLocal && !this.isMulticast && !isBroadcast;
  }

  masked(length: number): IPAddress {
    return new IPAddress(
      this.bytes.map((byte, index) => {
        const kept = Math.min(Math.max(length - index * 8, 0), 8);
        return byte & (0xff << (8 - kept)) & 0xff;
      }),
    );
  }

  /** The text of the address according to RFC 5952. */
  toString(): string {
    if (this.isV4) return this.bytes.join(".");
    const groups = Array.from({ length: 8 }, (_, index) => (this.byte(2 * index) << 8) | this.byte(2 * index + 1));
    let [gapStart, gapLength] = [0, 1];
    for (let start = 0; start < 8; start += 1) {
      let end = start;
      while (end < 8 && groups[end] === 0) end += 1;
      if (end - start > gapLength) [gapStart, gapLength] = [start, end - start];
    }
    const shown = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(":");
    if (gapLength === 1) return shown(groups);
    return `${shown(groups.slice(0, gapStart))}::${shown(groups.slice(gapStart + gapLength))}`;
  }

  /** The address that a text has. */
  static parse(text: string): IPAddress {
    if (text.includes("%")) throw invalidArgument(`an address with a zone is not allowed: ${brief(text)}`);
    const bytes = text.includes(":") ? v6(text) : v4(text);
    if (bytes === null) throw invalidArgument(`${brief(text)} is no IP address`);
    const isMapped = bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
    if (!isMapped) return new IPAddress(bytes);
    if (text.includes(".")) throw invalidArgument("an IPv4 address mapped to IPv6 is not allowed");
    return new IPAddress(bytes.slice(12));
  }

  /** True if a text is an address as it would be written. */
  static isCanonical(text: string): boolean {
    return IPAddress.parse(text).toString() === text;
  }

  /** True if a text is an address. */
  static isAddress(text: string): boolean {
    return isParsed(() => IPAddress.parse(text));
  }
}

function isParsed(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

function v4(text: string): readonly number[] | null {
  const parts = text.split(".");
  const isAddress = parts.length === 4 && parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) < 256);
  return isAddress ? parts.map(Number) : null;
}

function v6(text: string): readonly number[] | null {
  if (text.length > 45) return null;
  const gap = text.indexOf("::");
  const halves = gap < 0 ? [text] : [text.slice(0, gap), text.slice(gap + 2)];
  const groups = halves.map((half, index) => v6Groups(half, index === halves.length - 1));
  const [first, second] = groups;
  if (first === undefined || first === null || second === null) return null;
  const count = first.length + (second?.length ?? 0);
  if (halves.length === 2 ? count > 14 : count !== 16) return null;
  return [...first, ...new Array<number>(16 - count).fill(0), ...(second ?? [])];
}

function v6Groups(text: string, isLast: boolean): readonly number[] | null {
  if (text === "") return [];
  const bytes: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (isLast && index === parts.length - 1 && part.includes(".")) {
      const last = v4(part);
      if (last === null) return null;
      bytes.push(...last);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return null;
      const group = parseInt(part, 16);
      bytes.push(group >> 8, group & 0xff);
    }
  }
  return bytes;
}

/** A network: the addresses that begin with the same bits (RFC 4632). */
export class Cidr implements Opaque {
  readonly typeName = "net.CIDR";

  private constructor(
    /** The address of the network. */
    readonly address: IPAddress,
    private readonly length: number,
  ) {}

  /** The number of bits in the prefix. */
  get prefixLength(): Int {
    return int(this.length);
  }

  /** The network with all bits after the prefix set to zero. */
  get masked(): Cidr {
    return new Cidr(this.address.masked(this.length), this.length);
  }

  /** True if it contains an address or a whole other network. */
  contains(other: IPAddress | Cidr): boolean {
    if (other instanceof Cidr) return this.length <= other.length && this.contains(other.address);
    if (other.bitCount !== this.address.bitCount) return false;
    return other.masked(this.length).toString() === this.address.masked(this.length).toString();
  }

  toString(): string {
    return `${this.address}/${this.length}`;
  }

  /** The network that a text has. */
  static parse(text: string): Cidr {
    const failure = invalidArgument(`${brief(text)} is no network`);
    const slash = text.lastIndexOf("/");
    if (slash < 0) throw failure;
    const address = IPAddress.parse(text.slice(0, slash));
    const digits = text.slice(slash + 1);
    if (!/^(0|[1-9][0-9]{0,2})$/.test(digits) || Number(digits) > address.bitCount) throw failure;
    return new Cidr(address, Number(digits));
  }

  /** True if a text is a network. */
  static isNetwork(text: string): boolean {
    return isParsed(() => Cidr.parse(text));
  }

  /** True if a network contains an address or another network, which may be a text. */
  static containsAny(name: string, network: unknown, other: unknown): boolean {
    if (network instanceof Cidr) {
      if (name === "containsIP" && other instanceof IPAddress) return network.contains(other);
      if (name === "containsIP" && typeof other === "string") return network.contains(IPAddress.parse(other));
      if (name === "containsCIDR" && other instanceof Cidr) return network.contains(other);
      if (name === "containsCIDR" && typeof other === "string") return network.contains(Cidr.parse(other));
    }
    throw noMatchingOverload(name, [network, other]);
  }
}
