import type { SessionLog } from "./sessionLog.js";

declare const console: { error(message: string): void };

/** The part of a WebSocket that a log needs. */
export interface LogSocket {
  /** The number of bytes that wait to be sent. */
  readonly bufferedAmount: number;
  onopen: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Opens a WebSocket at an address. */
export type OpenSocket = (address: string) => LogSocket;

/** The settings of a log that goes to a monitor. */
export interface LogMonitorOptions {
  /** The name of the app in the page. */
  readonly name?: string;
  /** Opens a WebSocket; that of the platform if it is left out. */
  readonly open?: OpenSocket;
  /** The number of lines that wait for a connection. */
  readonly capacity?: number;
}

const MOST_BUFFERED = 8 << 20;
const LONGEST_MESSAGE = 1 << 16;

/**
 * The page of `suas-run monitor` on the developer's machine: the address is the one that it prints for apps,
 * `http://127.0.0.1:PORT/feed?token=TOKEN`. If there is no connection, the app goes on, and nothing is sent. It is
 * not for release builds.
 */
export class LogMonitor implements SessionLog {
  private readonly address: string;
  private readonly open: OpenSocket;
  private readonly capacity: number;
  private socket: LogSocket | null = null;
  /** The lines that wait for the connection; null once it is there. */
  private waiting: string[] | null = [];
  private hasFailed = false;
  private isEnding = false;

  constructor(address: string, options: LogMonitorOptions = {}) {
    if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):[0-9]+\/[^?#]*\?[^#]+$/.test(address)) {
      throw new Error("the address of the monitor is none of this machine");
    }
    this.address = `ws${address.slice("http".length)}&name=${encodeURIComponent(options.name ?? "app")}`;
    this.open = options.open ?? platformSocket;
    this.capacity = options.capacity ?? 10_000;
  }

  accept(line: string): boolean {
    if (this.hasFailed) return true;
    const socket = this.connected();
    if (socket === null || !this.isFree(1)) return false;
    if (this.waiting === null) send(`${line}\n`, socket);
    else this.waiting.push(line);
    return true;
  }

  get hasRoom(): boolean {
    return this.isFree(0.5);
  }

  /** True if no more than a part of what can wait does. */
  private isFree(part: number): boolean {
    if (this.waiting !== null) return this.waiting.length < this.capacity * part;
    return (this.socket?.bufferedAmount ?? 0) <= MOST_BUFFERED * part;
  }

  end(): void {
    this.isEnding = true;
    if (this.waiting === null) this.leave();
  }

  private leave(): void {
    this.socket?.close();
    this.socket = null;
    this.waiting = [];
  }

  private connected(): LogSocket | null {
    this.isEnding = false;
    if (this.socket !== null) return this.socket;
    try {
      const socket = this.open(this.address);
      this.socket = socket;
      socket.onopen = () => this.opened(socket);
      socket.onerror = () => this.lose(socket);
      socket.onclose = () => this.lose(socket);
      return socket;
    } catch (error) {
      this.fail(String(error));
      return null;
    }
  }

  private opened(socket: LogSocket): void {
    if (socket !== this.socket) return;
    for (const line of this.waiting ?? []) send(`${line}\n`, socket);
    this.waiting = null;
    if (this.isEnding) this.leave();
  }

  private lose(socket: LogSocket): void {
    if (socket === this.socket) this.fail("there is no connection");
  }

  private fail(reason: string): void {
    if (!this.hasFailed) console.error(`the monitor is off: ${reason}`);
    this.hasFailed = true;
    this.socket = null;
    this.waiting = [];
  }
}

/** Sends a text in messages of a bounded length, none of which ends within a character. */
function send(text: string, socket: LogSocket): void {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + LONGEST_MESSAGE, text.length);
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? "")) end -= 1;
    socket.send(text.slice(start, end));
    start = end;
  }
}

function platformSocket(address: string): LogSocket {
  const { WebSocket } = globalThis as unknown as { readonly WebSocket?: new (address: string) => LogSocket };
  if (WebSocket === undefined) throw new Error("the platform has no WebSocket: give one as 'open'");
  return new WebSocket(address);
}
