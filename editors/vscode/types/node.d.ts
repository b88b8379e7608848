// Declarations of only those parts of Node.js that the extension and its tests use.

interface Buffer extends Uint8Array {
  indexOf(value: string | number, from?: number): number;
  subarray(start?: number, end?: number): Buffer;
  toString(encoding?: "utf8" | "ascii", start?: number, end?: number): string;
}

declare const Buffer: {
  from(text: string, encoding?: "utf8"): Buffer;
  concat(parts: readonly Uint8Array[]): Buffer;
};

declare const process: {
  readonly argv: string[];
  readonly env: Record<string, string | undefined>;
  readonly execPath: string;
  readonly pid: number;
  readonly stdin: import("stream").Readable;
  readonly stdout: import("stream").Writable;
  exit(status?: number): never;
  cwd(): string;
};

declare const __dirname: string;

interface Timer {
  unref(): this;
}
declare function setTimeout(callback: () => void, milliseconds: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;

declare module "stream" {
  export interface Readable {
    on(event: "data", listener: (chunk: Buffer) => void): this;
    on(event: "end" | "close", listener: () => void): this;
    on(event: "error", listener: (error: Error) => void): this;
  }
  export interface Writable {
    write(data: string | Uint8Array): boolean;
    end(): void;
    on(event: "error", listener: (error: Error) => void): this;
  }
}

declare module "child_process" {
  import { Readable, Writable } from "stream";

  export interface ChildProcess {
    readonly stdin: Writable;
    readonly stdout: Readable;
    readonly stderr: Readable;
    readonly pid: number | undefined;
    kill(signal?: "SIGINT" | "SIGTERM" | "SIGKILL"): boolean;
    on(event: "error", listener: (error: Error & { code?: string }) => void): this;
    on(event: "close", listener: (status: number | null, signal: string | null) => void): this;
  }
  export function spawn(
    program: string,
    programArguments: readonly string[],
    options: { cwd?: string | undefined; env?: Record<string, string | undefined> }
  ): ChildProcess;
  export function spawnSync(
    program: string,
    programArguments: readonly string[],
    options: { input: Uint8Array; timeout: number }
  ): { readonly stdout: Buffer };
}

declare module "path" {
  export function join(...parts: string[]): string;
  export function resolve(...parts: string[]): string;
  export function dirname(path: string): string;
  export function basename(path: string): string;
  export function isAbsolute(path: string): boolean;
}

declare module "fs" {
  export function existsSync(path: string): boolean;
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function writeFileSync(path: string, text: string): void;
  export function mkdirSync(path: string): void;
  export function chmodSync(path: string, mode: number): void;
  export function mkdtempSync(prefix: string): string;
  export function readdirSync(path: string): string[];
  export function cpSync(from: string, to: string, options: { recursive: true }): void;
  export function rmSync(path: string, options: { recursive: true; force: true }): void;
}

declare module "os" {
  export function tmpdir(): string;
  export function homedir(): string;
}

declare module "events" {
  export class EventEmitter {
    on(event: string, listener: (...values: any[]) => void): this;
    emit(event: string, ...values: unknown[]): boolean;
  }
}

declare module "node:test" {
  interface Context {
    after(callback: () => unknown): void;
  }
  function test(name: string, body: (context: Context) => unknown): void;
  function test(name: string, options: { skip?: string | false; timeout?: number }, body: (context: Context) => unknown): void;
  export = test;
}

declare module "node:assert/strict" {
  function assert(condition: unknown, message?: string): asserts condition;
  namespace assert {
    function equal<T>(actual: T, expected: T, message?: string): void;
    function deepEqual(actual: unknown, expected: unknown, message?: string): void;
    function match(text: string, pattern: RegExp): void;
    function throws(body: () => unknown, pattern: RegExp): void;
    function rejects(body: Promise<unknown>, pattern: RegExp): Promise<void>;
  }
  export = assert;
}
