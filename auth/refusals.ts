// What the API document says of refusals: their bodies, and which endpoints may answer which.
import { type TSchema, Type } from "typebox";
import { documentedOnly } from "../kernel/http/documented_only.ts";
import type { AnyEndpoint } from "../kernel/http/endpoint.ts";
import type { ApiInfo } from "../kernel/http/openapi.ts";
import type { Guards } from "./endpoint.ts";
import { VERSION_HEADER } from "./errors.ts";

/** What some refusals say besides. */
const more = {
  weak_password: Type.Optional(
    Type.Object(
      { reasons: Type.Array(Type.String()) },
      { description: "What is wrong with a new password: length, characters, pwned" },
    ),
  ),
  error: Type.Optional(Type.String({ description: "Of an identity token, as OAuth names it" })),
  error_description: Type.Optional(Type.String()),
};

const PlainError = Type.Object({
  code: Type.Integer({ description: "The status" }),
  error_code: Type.String(),
  msg: Type.String(),
  error_id: Type.Optional(Type.String({ description: "Of a fault of ours: what the log calls the request" })),
  ...more,
});

const VersionedError = Type.Object({ code: Type.String(), message: Type.String(), ...more });

const ApiVersion = documentedOnly(Type.String({ description: "From 2024-01-01 on, refusals have their code as text" }), {
  examples: ["2024-01-01"],
});

const RETRY_AFTER = { "Retry-After": "Seconds to wait" };

export const refusals = {
  refusalSchemas: { Error: Type.Union([PlainError, VersionedError]) as TSchema },
  refusalSchemasOf: () => ["Error"],
  refusals: (endpoint: AnyEndpoint) => {
    const { limit, failureLimit, captcha } = endpoint as AnyEndpoint & Guards;
    return [...(endpoint.access === "public" ? [] : [401, 403]), ...((limit ?? failureLimit ?? captcha) ? [429] : [])];
  },
  refusalHeaders: { 429: RETRY_AFTER, 503: RETRY_AFTER, 504: RETRY_AFTER },
  requestHeaders: () => ({ [VERSION_HEADER]: ApiVersion }),
} satisfies Partial<ApiInfo>;
