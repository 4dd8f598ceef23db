// What the API document says of the service as a whole, and of refusals: their bodies, and which endpoints may answer which.
import { type TSchema, Type } from "typebox";
import type { AnyEndpoint } from "../../kernel/http/endpoint.ts";
import type { ApiInfo } from "../../kernel/http/openapi.ts";
import { VERSION } from "../../kernel/process/version.ts";
import { BASE_PATH } from "../endpoint.ts";

const Refusal = Type.Object({
  error: Type.String({ description: "In Portuguese, in English with Accept-Language: en" }),
  fields: Type.Optional(Type.Array(Type.String(), { description: "Of a 409: which of the expected fields have another value" })),
  current: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: "Of the same 409: the record as it is now" }),
  ),
  missing_scope: Type.Optional(Type.String({ description: "Of a 403: what the API token would need" })),
});

const InvalidRecord = Type.Object(
  {
    errors: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 }), {
      description: "What is wrong, by field; `base` is the record as a whole",
    }),
  },
  { additionalProperties: true, description: "The record as it was submitted, and what is wrong with its fields" },
);

const RETRY_AFTER = { "Retry-After": "Seconds to wait" };

const AcceptLanguage = Type.String({ description: "Messages are in Portuguese; in English where it comes first" });
const SpaceHeader = Type.String({
  pattern: "^[1-9][0-9]{0,14}$",
  description:
    "The space that the call is about, by its id of GET /spaces; the caller's own unless given. An API token has its space",
});
const Prefer = Type.String({
  description: "handling=strict: names of query and body that nobody reads are refused with 422, instead of ignored",
});
const IdempotencyKey = Type.String({
  pattern: "^[!-~]{1,255}$",
  description:
    "A write that is sent again with the same key is answered as the first time, and done once. After a 503, a 504 or a lost connection it may have " +
    "been done: only with a key is it safe to send it again",
});

const refusals = {
  refusalSchemas: { Error: Refusal as TSchema, InvalidRecord: InvalidRecord as TSchema },
  refusalSchemasOf: (status: number) => (status === 422 ? ["InvalidRecord", "Error"] : ["Error"]),
  /** 403: plain HTTP, a token or a role that may not, a page of another site. 422: also a misspelt name, where that is asked for. 429: too many wrong passwords. */
  refusals: ({ access }: AnyEndpoint) => [403, ...(access === "public" ? [] : [401, 429]), 422],
  refusalHeaders: { 401: { "WWW-Authenticate": "How to prove who calls" }, 429: RETRY_AFTER, 503: RETRY_AFTER, 504: RETRY_AFTER },
  requestHeaders: ({ access }: AnyEndpoint) => ({
    "Accept-Language": AcceptLanguage,
    Prefer,
    ...(access !== "public" && access !== "operator" && { "X-Cofre-Space": SpaceHeader }),
    ...(!["reader", "public", "operator"].includes(access) && { "Idempotency-Key": IdempotencyKey }),
  }),
} satisfies Partial<ApiInfo>;

const SCHEMES = ["basic", "bearer"];

export const apiInfo = {
  title: "Cofre finance",
  version: VERSION,
  description:
    "Personal finance, compatible with the Organizze REST API v2. Money is in whole cents. Every call but the public ones needs a " +
    "User-Agent of at most 1024 bytes that says who calls, else it is 400.",
  urls: [BASE_PATH],
  securitySchemes: { basic: { type: "http", scheme: "basic" }, bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
  schemesOf: { reader: SCHEMES, own: SCHEMES, writer: SCHEMES, owner: SCHEMES, operator: ["bearer"] },
  ...refusals,
};
