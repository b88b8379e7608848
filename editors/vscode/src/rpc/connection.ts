import { frame, MessageReader } from "./framing";

/** The codes of errors that the protocol defines. */
export const ErrorCode = {
  methodNotFound: -32601,
  internalError: -32603,
  requestFailed: -32803,
  serverCancelled: -32802,
  contentModified: -32801,
  requestCancelled: -32800,
} as const;

/** An error that the other side answered, or that is to be answered to it. */
export class ResponseError extends Error {
  constructor(readonly code: number, message: string) {
    super(message);
  }
}

/** What can ask that a request be given up; `CancellationToken` of the editor is one. */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

interface Message {
  id?: number | string | null;
  method?: string;
  params?: any;
  result?: any;
  error?: { code: number; message: string };
}

interface Pending {
  resolve(result: any): void;
  reject(error: Error): void;
}

type Handler = (params: any) => unknown;

/** One side of JSON-RPC over two streams of bytes. */
export class Connection {
  private readonly reader = new MessageReader();
  private readonly pending = new Map<number, Pending>();
  private readonly requestHandlers = new Map<string, Handler>();
  private readonly notificationHandlers = new Map<string, Handler>();
  private nextId = 1;
  private closed: Error | undefined;

  /**
   * `trace` is called with each message, before it is sent or handled, and `report` with what a handler of
   * notifications throws.
   */
  constructor(
    private readonly write: (bytes: Uint8Array) => void,
    private readonly trace: (direction: "→" | "←", message: unknown) => void = () => undefined,
    private readonly report: (error: unknown) => void = () => undefined
  ) {}

  /** Answers requests with what the handler returns, or with the error that it throws. */
  onRequest(method: string, handler: Handler): void {
    this.requestHandlers.set(method, handler);
  }

  onNotification(method: string, handler: Handler): void {
    this.notificationHandlers.set(method, handler);
  }

  /** Handles the messages that a chunk of the other side's stream completes. Throws where these are none. */
  receive(chunk: Uint8Array): void {
    for (const message of this.reader.read(chunk)) {
      this.trace("←", message);
      this.handle(message as Message);
    }
  }

  notify(method: string, params?: unknown): void {
    this.send({ method, params });
  }

  /** Rejects with a `ResponseError` for an error that is answered, and with another once the connection is closed. */
  request(method: string, params?: unknown, cancellation?: Cancellation): Promise<any> {
    if (this.closed) return Promise.reject(this.closed);
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const listener = cancellation?.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
      this.pending.set(id, {
        resolve: (result) => (listener?.dispose(), resolve(result)),
        reject: (error) => (listener?.dispose(), reject(error)),
      });
      this.send({ id, method, params });
      if (cancellation?.isCancellationRequested) this.notify("$/cancelRequest", { id });
    });
  }

  /** Rejects all requests, those to come as well. */
  close(reason: Error): void {
    this.closed ??= reason;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const request of pending) request.reject(reason);
  }

  private send(message: Message): void {
    if (this.closed) return;
    this.trace("→", message);
    this.write(frame({ jsonrpc: "2.0", ...message }));
  }

  private handle(message: Message): void {
    if (message.method === undefined) {
      this.settle(message);
    } else if (message.id !== undefined && message.id !== null) {
      void this.answer(message.id, message.method, message.params);
    } else {
      this.take(message.method, message.params);
    }
  }

  private take(method: string, params: unknown): void {
    try {
      this.notificationHandlers.get(method)?.(params);
    } catch (error) {
      this.report(error);
    }
  }

  private settle(message: Message): void {
    if (typeof message.id !== "number") return;
    const request = this.pending.get(message.id);
    this.pending.delete(message.id);
    if (message.error) request?.reject(new ResponseError(message.error.code, message.error.message));
    else request?.resolve(message.result);
  }

  private async answer(id: number | string, method: string, params: unknown): Promise<void> {
    try {
      const handler = this.requestHandlers.get(method);
      if (!handler) throw new ResponseError(ErrorCode.methodNotFound, `no handler for ${method}`);
      const result = await handler(params);
      this.send({ id, result: result ?? null });
    } catch (error) {
      const code = error instanceof ResponseError ? error.code : ErrorCode.internalError;
      this.send({ id, error: { code, message: error instanceof Error ? error.message : String(error) } });
    }
  }
}
