import { spawn } from "child_process";
import { Cancellation } from "../rpc/connection";
import { Launch } from "../settings";

/** A report of more than this is not read. */
const maximumOutput = 256 * 1024 * 1024;
const killTimeout = 5000;

export interface Result {
  status: number | null;
  output: string;
}

/** Rejects with the error of the system where there is no such program. */
export class MissingProgram extends Error {}

/** Runs a program to its end and returns its output; what it writes to standard error goes to `onError` meanwhile. */
export function runProgram(launch: Launch, onError: (text: string) => void, cancellation?: Cancellation): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(launch.program, launch.arguments, { cwd: launch.folder });
    const chunks: Buffer[] = [];
    let length = 0;
    let timer: Timer | undefined;
    const cancel = () => {
      child.kill("SIGINT");
      timer = setTimeout(() => child.kill("SIGKILL"), killTimeout);
    };
    const listener = cancellation?.onCancellationRequested(cancel);
    if (cancellation?.isCancellationRequested) cancel();
    child.stdin.on("error", () => undefined);
    child.stdin.end();
    child.stdout.on("data", (chunk) => {
      length += chunk.length;
      if (length > maximumOutput) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    child.stderr.on("data", (chunk) => onError(chunk.toString("utf8")));
    child.on("error", (error) => reject(new MissingProgram(error.message)));
    child.on("close", (status) => {
      listener?.dispose();
      clearTimeout(timer);
      resolve({ status, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}
