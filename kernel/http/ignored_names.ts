// Reports the ignored names of a request: in a header of the answer or, if the client asks (RFC 7240), as an error.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Fault } from "../errors.ts";
import { type AcceptedNames, acceptedNames, findUnknown, nearestAccepted, type UnknownName } from "./accepted_names.ts";
import type { Endpoint } from "./endpoint.ts";

export interface MisspeltName {
  /** `installments_attributes.totl` */
  field: string;
  /** The name that was probably meant. */
  nearest: string | undefined;
}

export interface IgnoredNames {
  /** The header that lists them: `body.categroy_id, query.perpage`. */
  header: string;
  /** Names whose values in answers always differ from the request. */
  alwaysNew: readonly string[];
  /** The error for a client that asked for strict handling. */
  refuse(names: readonly MisspeltName[], body: unknown): Fault;
}

const MOST_NAMED = 20;
const LONGEST_NAME = 64;
const STRICT = "handling=strict";

/** Hooks before and after the handler. They do nothing for requests without such names. */
export function namesOfEndpoint(endpoint: Endpoint<never, string, never>, { header, alwaysNew, refuse }: IgnoredNames) {
  let accepted: AcceptedNames | undefined;
  return {
    before: (request: FastifyRequest, reply: FastifyReply): void => {
      // On first use, because reading all schemas would slow down the start.
      accepted ??= acceptedNames(endpoint);
      const isStrict = wantsStrict(request.headers.prefer);
      if (isStrict) reply.header("preference-applied", STRICT);
      const unknown = findUnknown(accepted, request, MOST_NAMED + 1);
      if (unknown.length === 0) return;
      reply.header(header, headerOf(unknown));
      if (isStrict) throw refuse(unknown.slice(0, MOST_NAMED).map(misspelt), request.body);
    },
    /** Reports a read-only field whose value differs from the answer's, because sending it had no effect. */
    after: (request: FastifyRequest, reply: FastifyReply, answer: unknown): void => {
      const { readOnly } = accepted as AcceptedNames;
      if (readOnly.size === 0 || !isRecord(answer)) return;
      const ignoredIn = (within: UnknownName["within"]): UnknownName[] => {
        const values = request[within];
        if (!isRecord(values)) return [];
        const names = Object.keys(values).filter((name) => readOnly.has(name) && !alwaysNew.includes(name));
        return names
          .filter((name) => differs(values[name], answer[name]))
          .map((name) => ({ within, path: [name], candidates: [] }));
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

/** Names are untrusted: characters that could end a header or an item are percent-encoded. */
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

/** Lists and objects are not compared, because they may differ only in form. In a query string, empty means null. */
function differs(sent: unknown, reply: unknown): boolean {
  if (sent === null || sent === undefined || Array.isArray(sent)) return false;
  if (sent === "" && (reply === null || reply === undefined)) return false;
  if (typeof sent === "object" && Object.getPrototypeOf(sent) === Object.prototype) return false;
  return typeof reply === "number" ? Number(String(sent)) !== reply : String(sent) !== String(reply);
}
