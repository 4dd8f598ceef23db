// GET, POST /api_tokens and DELETE /api_tokens/:id: the caller's own tokens. A token is shown in the answer that made it and never again.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { refuse } from "../fields/record.ts";
import { Filled } from "../fields/schemas.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { hashApiToken, makeApiToken } from "./api_token.ts";
import { LONGEST_NAME, NEW_TOKEN, readNewToken, spaceOf } from "./new_token.ts";
import { deleteToken, hasToken, insertToken, listTokens, type TokenRow } from "./queries.ts";
import { SCOPES } from "./scopes.ts";

const MOST_TOKENS = 100;

/** A rule for a body: this field is there, and the other is not. */
const onlyField = (name: string, type: string, other: string) => ({
  required: [name],
  properties: { [name]: { type }, [other]: { type: "null" } },
});
const MomentOrNull = (description: string) => Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description });

const fields = {
  id: Type.Integer(),
  name: Type.String(),
  scope: Type.Union([Type.Literal("read"), Type.Literal("write")], { description: "write where any of its scopes writes" }),
  scopes: Type.Union([Type.Array(Type.String()), Type.Null()], { description: "What it may do; null: all that scope says" }),
  expires_at: MomentOrNull("Null: never"),
  created_at: Type.String({ format: "date-time" }),
};
const TokenReply = Type.Object(fields);
const ListedToken = Type.Object({ ...fields, last_used_at: MomentOrNull("To the minute; null where it never was") });

export const getApiTokens = endpoint({
  method: "GET",
  path: "/api_tokens",
  access: "reader",
  summary: "The caller's API tokens, without the tokens themselves",
  reply: Type.Array(ListedToken),
  handle: async ({ db, caller }) =>
    (await listTokens(db, caller.userId, spaceOf(caller))).map(({ last_used_at: usedAt, ...row }) => ({
      ...present(row, caller.timeZone),
      last_used_at: usedAt && momentText(usedAt, caller.timeZone),
    })),
});

/** With an `Idempotency-Key` the answer is kept for a day, sealed, so that whoever lost it can ask again; a revoked token stays gone. */
export const postApiTokens = writeEndpoint({
  method: "POST",
  path: "/api_tokens",
  access: "own",
  summary: "Make an API token, to be sent instead of the password",
  body: Type.Object(
    {
      name: Filled({ maxLength: LONGEST_NAME }),
      scope: Type.Optional({ ...fields.scope, description: "All of it; needed unless there are scopes" }),
      scopes: Type.Optional(Type.Array(Type.String({ enum: [...SCOPES] }), { minItems: 1 })),
      expires_at: Type.Optional(Type.String({ format: "date-time", description: "In the future" })),
    },
    { oneOf: [onlyField("scope", "string", "scopes"), onlyField("scopes", "array", "scope")] },
  ),
  reply: Type.Object({ ...fields, token: Type.String({ description: "Shown in this answer only" }) }),
  status: 201,
  mayShowAgain: (db, caller, body) => hasToken(db, caller.userId, spaceOf(caller), (body as TokenRow).id),
  handle: ({ record, writeAlone, caller, now }) => {
    const input = readNewToken(record, { caller, now });
    const token = makeApiToken();
    const fresh = { userId: caller.userId, ...input, hash: hashApiToken(token), now };
    return writeAlone(async (tx) => {
      const created = await insertToken(tx, fresh, MOST_TOKENS);
      if (!created) return refuse(record, NEW_TOKEN, "base", { kind: "tooMany", values: { most: MOST_TOKENS } });
      const entry = {
        action: "create" as const,
        entity: "api_token",
        entity_id: created.id,
        before: null,
        after: { ...created },
      };
      return { before: {}, after: {}, entries: [entry], answer: { ...present(created, caller.timeZone), token } };
    });
  },
});

export const deleteApiToken = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/api_tokens/:id",
  access: "own",
  summary: "Revoke an API token",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}),
  reply: TokenReply,
  handle: ({ params, writeAlone, caller }) => {
    const id = readPathId(params.id);
    return writeAlone(async (tx) => {
      const deleted = await deleteToken(tx, caller.userId, spaceOf(caller), id);
      if (!deleted) throw fail.recordUnknown();
      const entry = { action: "delete" as const, entity: "api_token", entity_id: id, before: { ...deleted }, after: null };
      return { before: {}, after: {}, entries: [entry], answer: present(deleted, caller.timeZone) };
    });
  },
});

function present({ created_at: createdAt, expires_at: expiresAt, space_id: _space, ...row }: TokenRow, timeZone: string) {
  return { ...row, expires_at: expiresAt && momentText(expiresAt, timeZone), created_at: momentText(createdAt, timeZone) };
}
