import { type EffectAnswer, type EffectPerformer, type EffectRequest, namesJson } from "./effects.js";
import { JsonError, parseJson } from "./json.js";

/** What the performer needs of a response of `fetch`. */
interface FetchResponse {
  readonly status: number;
  readonly headers: { forEach(body: (value: string, name: string) => void): void };
  text(): Promise<string>;
}

declare const AbortController: new () => { readonly signal: unknown; abort(): void };
declare function fetch(url: string, options: object): Promise<FetchResponse>;

/**
 * Performs HTTP requests with `fetch`, which are aborted when their answers are no longer needed.
 *
 * @param others Performs requests of other kinds; without it they fail.
 */
export function fetchPerformer(others?: EffectPerformer): EffectPerformer {
  return (request, answer) => {
    if (request.kind !== "http") {
      if (others !== undefined) return others(request, answer);
      answer({ kind: "failure", message: `there is nothing that performs '${request.kind}'` });
      return () => undefined;
    }
    const controller = new AbortController();
    let isWanted = true;
    const tell = (found: EffectAnswer): void => {
      if (isWanted) answer(found);
    };
    fetched(request, controller.signal).then(tell, (error: unknown) => {
      tell({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
    });
    return () => {
      isWanted = false;
      controller.abort();
    };
  };
}

async function fetched(request: EffectRequest & { readonly kind: "http" }, signal: unknown): Promise<EffectAnswer> {
  const { method, url, headers, body } = request;
  const response = await fetch(url, { method, headers, body, signal });
  const found: (readonly [string, string])[] = [];
  response.headers.forEach((value, name) => found.push([name, value]));
  const type = found.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  return { kind: "http", status: response.status, headers: found, body: bodyOf(await response.text(), type) };
}

function bodyOf(text: string, type: string): unknown {
  if (!namesJson(type) || text === "") return text;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return text;
  }
}
