// Says which names of a request were ignored: in a header of the answer, or where the client asked for it (RFC 7240), as a refusal.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Fault } from "../errors.ts";
import { type AcceptedNames, findUnknown, knownNames, nearestAccepted, type UnknownName } from "./accepted_names.ts";
import type { Endpoint } from "./endpoint.ts";

export interface MisspeltName {
  /** `installments_attributes.totl` */
  field: string;
  /** What was probably meant. */
  nearest: string | undefined;
}

/** Of a service that says so. */
export interface IgnoredNames {
  /** Names them: `body.categroy_id, query.perpage`. */
  header: string;
  /** Names of answers that differ from what was sent by their nature. */
  alwaysNew: readonly string[];
  /** The refusal for a client that wants to be told before anything is done. */
  refuse(names: readonly MisspeltName[], body: unknown): Fault;
}

const MOST_NAMED = 20;
const LONGEST_NAME = 64;
const STRICT = "handling=strict";

/** What to do before the handler, and with its answer. Nothing that a request without such names would notice. */
export function namesOfEndpoint(endpoint: Endpoint<never, string, never>, { header, alwaysNew, refuse }: IgnoredNames) {
  let accepted: AcceptedNames | undefined;
  return {
    before: (request: FastifyRequest, reply: FastifyReply): void => {
      // Reading the schemas takes a while, of which the start has none.
      accepted ??= knownNames(endpoint);
      const isStrict = wantsStrict(request.headers.prefer);
      if (isStrict) reply.header("preference-applied", STRICT);
      const unknown = findUnknown(accepted, request, MOST_NAMED + 1);
      if (unknown.length === 0) return;
      reply.header(header, headerOf(unknown));
      if (isStrict) throw refuse(unknown.slice(0, MOST_NAMED).map(misspelt), request.body);
    },
    /** A field that no client sets, sent with another value than the answer has: that it was sent has changed nothing. */
    after: (request: FastifyRequest, reply: FastifyReply, answer: unknown): void => {
      const { readOnly } = accepted as AcceptedNames;
      if (readOnly.size === 0 || !isRecord(answer)) return;
      const ignoredIn = (within: UnknownName["within"]): UnknownName[] => {
        const sent = request[within];
        if (!isRecord(sent)) return [];
        const names = Object.keys(sent).filter((name) => readOnly.has(name) && !alwaysNew.includes(name));
        return names.filter((name) => isNews(sent[name], answer[name])).map((name) => ({ within, path: [name], candidates: [] }));
      };
      const ignored = [...(endpoint.readsFields ? ignoredIn("query") : []), ...ignoredIn("body")];
      if (ignored.length === 0) return;
      const unknown = findUnknown(accepted as AcceptedNames, request, MOST_NAMED + 1);
      reply.header(header, headerOf([...unknown, ...ignored]));
    },
  };
}

function wantsStrict(prefer: string | string[] | undefined): boolean {
  if (prefer === undefined) return false;
  const handling = /(?:^|,)\s*handling\s*=\s*"?(\w+)"?\s*(?=[;,]|$)/i.exec(String(prefer));
  return handling?.[1]?.toLowerCase() === "strict";
}

/** Names come from strangers: what could end a header or an item of it is written as in a URL. */
function headerOf(names: readonly UnknownName[]): string {
  const texts = names.slice(0, MOST_NAMED).map(({ within, path }) => [within, ...path.map(shortened)].join("."));
  return [...texts, ...(names.length > MOST_NAMED ? ["..."] : [])].join(", ");
}

function shortened(name: string): string {
  const text = encodeURIComponent(name.slice(0, LONGEST_NAME).toWellFormed());
  return name.length > LONGEST_NAME ? `${text}...` : text;
}

function misspelt({ path, candidates }: UnknownName): MisspeltName {
  const name = path.at(-1) as string;
  const nearest = nearestAccepted(name, candidates);
  const above = path.slice(0, -1);
  return { field: path.join("."), nearest: nearest && [...above, nearest].join(".") };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lists and objects are not compared: that they differ may be a matter of form. An empty text stands for null in a query string. */
function isNews(sent: unknown, reply: unknown): boolean {
  if (sent === null || sent === undefined || Array.isArray(sent)) return false;
  if (sent === "" && (reply === null || reply === undefined)) return false;
  if (typeof sent === "object" && Object.getPrototypeOf(sent) === Object.prototype) return false;
  return typeof reply === "number" ? Number(String(sent)) !== reply : String(sent) !== String(reply);
}
