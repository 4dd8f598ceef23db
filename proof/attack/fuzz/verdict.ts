// Rules for every answer, whatever the request.
import { Value } from "typebox/value";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzRoute } from "./routes.ts";

export interface FuzzReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  milliseconds: number;
}

/** `busy`: the service asked to retry, which is no fault. */
export type Verdict = "fine" | "busy" | { fault: string };

const fault = (text: string): Verdict => ({ fault: text });

/** Details that only a service's internals contain. */
const LEAK =
  /node_modules|node:internal|\bat .+\.ts:\d+|syntax error at or near|relation "|duplicate key value|violates \w+ constraint/;
/** After these mutations another route, or none, may answer. */
const LEADS_ELSEWHERE = ["a method", "a part of the path", "a path"];
/** Statuses from before routing, or about the transport. */
const OF_HTTP = [400, 404, 405, 408, 411, 413, 414, 415, 417, 431, 501];
const LONGEST_ANSWER_MS = 30_000;
/** Some clients and proxies accept no more. Redirect targets contain tokens, and may be longer. */
const LONGEST_HEADER = 8_192;

export function verdictOf(request: FuzzRequest, route: FuzzRoute, reply: FuzzReply): Verdict {
  const { status, headers, text, milliseconds } = reply;
  const [longName, longest] = longestHeader(headers);
  if (longest > LONGEST_HEADER) return fault(`header ${longName} of ${longest} characters`);
  if (milliseconds > LONGEST_ANSWER_MS) return fault(`took ${Math.round(milliseconds)} ms`);
  if ((status === 503 || status === 429) && headers["retry-after"] !== undefined) return "busy";
  if (status >= 500 || status === 429) return fault(`status ${status}`);
  if (status < 200) return fault(`status ${status}`);
  if (isOfRoute(request) && !route.answers.has(status) && !OF_HTTP.includes(status))
    return fault(`status ${status} is not documented`);
  if (status >= 300 && status < 400)
    return status === 304 || typeof headers.location === "string" ? "fine" : fault("a redirect to nowhere");
  if (request.method === "HEAD" || status === 204) return text === "" ? "fine" : fault("a body where there is none");
  if (text === "" && route.answers.get(status)?.length === 0) return "fine";
  const [type = ""] = String(headers["content-type"]).split(";");
  if (type !== "application/json" && route.answers.get(status)?.includes(type)) return "fine";
  if (!/^application\/json; charset=utf-8$/i.test(String(headers["content-type"])))
    return fault(`type ${headers["content-type"]}`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fault("no JSON");
  }
  if (status >= 400) return verdictOfRefusal(request, reply, body);
  if (status === route.status && request.mutations.length === 0 && !Value.Check(route.reply, body))
    return fault(`a success that is not as documented: ${JSON.stringify([...Value.Errors(route.reply, body)].slice(0, 2))}`);
  return "fine";
}

/** Whether this route answers, and no other. */
export function isOfRoute({ mutations }: FuzzRequest): boolean {
  return !mutations.some((name) => LEADS_ELSEWHERE.includes(name));
}

function verdictOfRefusal({ service }: FuzzRequest, { status, headers, text }: FuzzReply, body: unknown): Verdict {
  if (LEAK.test(text)) return fault("the inside shows");
  if (typeof body !== "object" || body === null || Array.isArray(body)) return fault("a refusal that is no object");
  const isRight = service === "auth" ? isAuthError(body) : isFinanceError(body);
  if (!isRight) return fault("a refusal of another shape");
  if (status === 401 && service === "finance" && headers["www-authenticate"] === undefined) return fault("no WWW-Authenticate");
  if (status === 405 && headers.allow === undefined) return fault("no Allow");
  return "fine";
}

/** With a version header the error has another form. */
function isAuthError(body: object): boolean {
  const { code, error_code: name, msg, message } = body as Record<string, unknown>;
  if (typeof code === "string") return typeof message === "string" && message !== "";
  return typeof code === "number" && typeof name === "string" && typeof msg === "string" && msg !== "";
}

function isFinanceError(body: object): boolean {
  const { error, errors } = body as Record<string, unknown>;
  if (typeof error === "string" && error !== "") return true;
  if (typeof errors !== "object" || errors === null || Array.isArray(errors)) return false;
  const lists = Object.values(errors);
  return lists.length > 0 && lists.every((list) => Array.isArray(list) && list.every((text) => typeof text === "string"));
}

function longestHeader(headers: FuzzReply["headers"]): [name: string, length: number] {
  const lengths = Object.entries(headers).map(([name, value]): [string, number] => [name, String(value).length]);
  return lengths.filter(([name]) => name !== "location").sort(([, one], [, other]) => other - one)[0] ?? ["", 0];
}
