// The answers that the document promises for an endpoint: its success, its other answers, and every error with its body.
import { STATUS_CODES } from "node:http";
import type { TSchema } from "typebox";
import { asDocumented } from "./documented_only.ts";
import { type AnyEndpoint, NoBody, type OtherAnswer } from "./endpoint.ts";

export interface RefusalInfo {
  /** Schemas of error bodies, by the names that `refusalSchemasOf` returns. */
  refusalSchemas: Readonly<Record<string, TSchema>>;
  refusalSchemasOf(status: number, endpoint: AnyEndpoint): readonly string[];
  /** Statuses that the service adds to the common ones. */
  refusals(endpoint: AnyEndpoint): readonly number[];
  /** Headers of errors with their descriptions, by status. */
  refusalHeaders: Readonly<Record<number, Readonly<Record<string, string>>>>;
}

export function describeAnswers(endpoint: AnyEndpoint, info: RefusalInfo): Record<string, object> {
  const { status = 200, reply, mediaType, files, replyHeaders, answers = {} } = endpoint;
  const success = {
    description: "Success",
    reply,
    ...(mediaType && { mediaType }),
    ...(files && { files }),
    ...(replyHeaders && { headers: replyHeaders }),
  };
  const own = { [status]: describe(success), ...mapValues(answers, describe) };
  const refused = refusalsOf(endpoint, info)
    .filter((each) => !(each in own))
    .map((each) => [each, describeRefusal(each, endpoint, info)]);
  return { ...own, ...Object.fromEntries(refused) };
}

/** Possible for any request: a malformed URL, a bug, a database that is unavailable or slow. */
const ALWAYS = [400, 500, 503, 504];
/** An unexpected body is read all the same. */
const WITH_BODY = [413, 415];

function refusalsOf(endpoint: AnyEndpoint, info: RefusalInfo): number[] {
  const all = [
    ...ALWAYS,
    ...(endpoint.method === "GET" ? [] : WITH_BODY),
    ...(endpoint.params ? [404] : []),
    ...(endpoint.refuses ?? []),
    ...info.refusals(endpoint),
  ];
  return [...new Set(all)].toSorted((one, other) => one - other);
}

function describeRefusal(status: number, endpoint: AnyEndpoint, info: RefusalInfo): object {
  const references = info.refusalSchemasOf(status, endpoint).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const reply = references.length === 1 ? references[0] : { anyOf: references };
  const headers = info.refusalHeaders[status];
  return describe({ description: STATUS_CODES[status] as string, reply: reply as TSchema, ...(headers && { headers }) });
}

const FILE = { schema: { type: "string" } };

function describe({ description, reply, headers, mediaType, files = [] }: OtherAnswer): object {
  return {
    description,
    ...(headers && { headers: mapValues(headers, (text) => ({ description: text, schema: { type: "string" } })) }),
    ...(reply !== NoBody && {
      content: {
        [mediaType ?? "application/json"]: { schema: asDocumented(reply) },
        ...Object.fromEntries(files.map((type) => [type, FILE])),
      },
    }),
  };
}

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
