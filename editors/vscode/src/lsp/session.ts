import * as vscode from "vscode";
import { Cancellation, Connection, ErrorCode, ResponseError } from "../rpc/connection";
import { Documents } from "./documents";
import { ServerCapabilities } from "./protocol";

/** Registers what a server offers; the disposables last as long as the session. */
export type Feature = (session: Session) => vscode.Disposable[];

const abandoned: number[] = [ErrorCode.requestCancelled, ErrorCode.contentModified, ErrorCode.serverCancelled];

/** A server that has answered `initialize`, as features see it. */
export class Session {
  constructor(
    readonly connection: Connection,
    readonly capabilities: ServerCapabilities,
    readonly documents: Documents
  ) {}

  /** Returns null for a request that was given up, by the editor or by the server. */
  async request<Result>(method: string, params: unknown, token?: Cancellation): Promise<Result | null> {
    try {
      return (await this.connection.request(method, params, token)) ?? null;
    } catch (error) {
      if (error instanceof ResponseError && abandoned.includes(error.code)) return null;
      throw error;
    }
  }

  /** Asks about a document. Returns null for one that the server does not know, since it is no spec or scenario file. */
  async ask<Result>(
    document: vscode.TextDocument,
    method: string,
    params: object,
    token?: Cancellation
  ): Promise<Result | null> {
    if (!this.documents.has(document)) return null;
    return this.request(method, { textDocument: { uri: document.uri.toString() }, ...params }, token);
  }
}
