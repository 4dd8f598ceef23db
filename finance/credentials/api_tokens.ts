// GET, POST /api_tokens and DELETE /api_tokens/:id: the caller's own tokens. A token is shown in the answer that made it and never again.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { endpoint, writeEndpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { readOneOf, readText } from "../fields/readers.ts";
import { judge, refuse, type Submitted } from "../fields/record.ts";
import { Filled } from "../fields/schemas.ts";
import { hashApiToken, makeApiToken } from "./api_token.ts";
import { deleteToken, hasToken, insertToken, listTokens, type TokenRow } from "./queries.ts";

const LONGEST_NAME = 100;
const MOST_TOKENS = 100;
const SCOPES = ["read", "write"] as const;

const fields = {
  id: Type.Integer(),
  name: Type.String(),
  scope: Type.Union([Type.Literal("read"), Type.Literal("write")]),
  created_at: Type.String({ format: "date-time" }),
};
const TokenReply = Type.Object(fields);

export const getApiTokens = endpoint({
  method: "GET",
  path: "/api_tokens",
  access: "reader",
  summary: "The caller's API tokens, without the tokens themselves",
  reply: Type.Array(TokenReply),
  handle: async ({ db, caller }) => (await listTokens(db, caller.userId)).map((row) => present(row, caller.timeZone)),
});

/** With an `Idempotency-Key` the answer is kept for a day, sealed, so that whoever lost it can ask again; a revoked token stays gone. */
export const postApiTokens = writeEndpoint({
  method: "POST",
  path: "/api_tokens",
  summary: "Make an API token, to be sent instead of the password",
  body: Type.Object({ name: Filled({ maxLength: LONGEST_NAME }), scope: fields.scope }),
  reply: Type.Object({
    id: fields.id,
    name: fields.name,
    scope: fields.scope,
    token: Type.String({ description: "Shown in this answer only" }),
    created_at: fields.created_at,
  }),
  status: 201,
  mayShowAgain: (db, caller, body) => hasToken(db, caller.userId, (body as TokenRow).id),
  handle: ({ record, writeAlone, caller, now }) => {
    const { name, scope } = readNewToken(record);
    const token = makeApiToken();
    const fresh = { userId: caller.userId, name, scope, hash: hashApiToken(token), now };
    return writeAlone(async (tx) => {
      const made = await insertToken(tx, fresh, MOST_TOKENS);
      if (!made) return refuse(record, NEW_TOKEN, "base", { kind: "tooMany", values: { most: MOST_TOKENS } });
      const entry = { action: "create" as const, entity: "api_token", entity_id: made.id, before: null, after: { ...made } };
      return { before: {}, after: {}, entries: [entry], answer: { ...present(made, caller.timeZone), token } };
    });
  },
});

export const deleteApiToken = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/api_tokens/:id",
  summary: "Revoke an API token",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}),
  reply: TokenReply,
  handle: ({ params, writeAlone, caller }) => {
    const id = readPathId(params.id);
    return writeAlone(async (tx) => {
      const deleted = await deleteToken(tx, caller.userId, id);
      if (!deleted) throw fail.recordUnknown();
      const entry = { action: "delete" as const, entity: "api_token", entity_id: id, before: { ...deleted }, after: null };
      return { before: {}, after: {}, entries: [entry], answer: present(deleted, caller.timeZone) };
    });
  },
});

const NEW_TOKEN = { id: null, name: null, scope: null, created_at: null };

function readNewToken(record: Submitted): Pick<TokenRow, "name" | "scope"> {
  const name = readText(record, "name", { required: true, most: LONGEST_NAME });
  // Nobody gets more rights than they have asked for, so there is no default.
  const scope = readOneOf(record, "scope", SCOPES, { required: true });
  judge(record, NEW_TOKEN);
  return { name: name as string, scope: scope as TokenRow["scope"] };
}

function present({ created_at: createdAt, ...row }: TokenRow, timeZone: string) {
  return { ...row, created_at: momentText(createdAt, timeZone) };
}
