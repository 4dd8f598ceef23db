// POST /admin/providers/:name/tries and GET /admin/providers/:name/tries/:id: a sign-in at a provider that an administrator tries. It signs
// nobody in. The state is bound to their session and to the browser that opens the link, and only they see what came of it.
import { randomBytes, randomUUID } from "node:crypto";
import { Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import { logAct } from "../audit/log_act.ts";
import { ownUrl } from "../config/own_url.ts";
import { type AuthCaller, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findProvider } from "../external/enabled_provider.ts";
import { codeHashOf } from "../external/flow/issued_code.ts";
import { HINTS, type Hint, openOutcome } from "../external/tries/outcome.ts";
import { findOwnTry, insertTry } from "../external/tries/queries.ts";
import { endOfTry, TRY_MINUTES, triesAfter } from "../external/tries/try_time.ts";
import { adminActOf } from "./admin_act.ts";
import { isUuid } from "./user_body.ts";

const Moment = Type.String({ format: "date-time" });
const MayBeText = Type.Union([Type.String(), Type.Null()]);
const TICKET_BYTES = 32;

export const postAdminProviderTries = endpoint({
  method: "POST",
  path: "/admin/providers/:name/tries",
  access: "admin",
  right: "providers:test",
  summary: "Begin a sign-in at a provider that signs nobody in, to see what it says",
  params: Type.Object({ name: Type.String() }),
  ignoresBody: true,
  status: 201,
  reply: Type.Object({
    id: Type.String({ format: "uuid" }),
    url: Type.String({ description: "To be opened by a browser, once" }),
    expires_at: Moment,
  }),
  refuses: [404],
  handle: async ({ params, ...input }) => {
    const { config, db, now, caller } = input;
    const tried = await findProvider(params.name, input);
    if (!tried) throw fail.externalProviderUnknown({ values: { provider: params.name.slice(0, 40) } });
    // One that is not offered yet is tried before it is.
    if (!tried.config.clientIds[0]) throw fail.externalClientIdMissing();
    if (!tried.config.secret) throw fail.externalSecretMissing();
    const [id, ticket] = [randomUUID(), randomBytes(TICKET_BYTES).toString("base64url")];
    const { ip, requestId, actor, administrator, ...act } = adminActOf(input);
    const request = { ip, requestId, actor, administrator };
    const provider = tried.provider.key;
    await db.transaction(async (tx) => {
      await insertTry(tx, { id, provider, begunBy: beginnerOf(caller), request, ticketHash: codeHashOf(ticket), now });
      await logAct(tx, { ...act, ...request }, { action: "provider_try_begun", actor, traits: { provider } });
    });
    const url = `${ownUrl(config, "/authorize/try")}?${new URLSearchParams({ ticket })}`;
    return { id, url, expires_at: endOfTry(now).toISOString() };
  },
});

export const getAdminProviderTry = endpoint({
  method: "GET",
  path: "/admin/providers/:name/tries/:id",
  access: "admin",
  right: "providers:test",
  summary: "What came of a sign-in that this administrator tries",
  params: Type.Object({ name: Type.String(), id: Type.String() }),
  reply: Type.Object({
    state: Type.Unsafe<State>({
      type: "string",
      enum: ["waiting", "open", "ended"],
      description: "waiting: for a browser to open it; open: the browser is at the provider",
    }),
    expires_at: Moment,
    received: Type.Array(
      Type.Object({
        from: Type.String({ description: "id_token, or the address that was asked, without its query" }),
        claims: FreeForm,
      }),
    ),
    person: Type.Union([
      Type.Object({ id: Type.String(), email: MayBeText, email_verified: Type.Boolean(), name: MayBeText }),
      Type.Null(),
    ]),
    problem: Type.Union([
      Type.Object({ message: Type.String(), hint: Type.Unsafe<Hint>({ type: "string", enum: [...HINTS] }) }),
      Type.Null(),
    ]),
  }),
  refuses: [404],
  handle: async ({ params, caller, db, serverKeys, now }) => {
    const { id } = params;
    const row = isUuid(id) ? await findOwnTry(db, id, beginnerOf(caller), triesAfter(now)) : undefined;
    if (!row || row.provider !== params.name.toLowerCase()) throw fail.providerTryUnknown({ values: { minutes: TRY_MINUTES } });
    const outcome = row.sealed_outcome ? openOutcome(serverKeys.state, id, row.sealed_outcome) : undefined;
    const state: State = outcome ? "ended" : row.is_open ? "open" : "waiting";
    const { received, person, problem } = outcome ?? { received: [], person: null, problem: null };
    return { state, expires_at: endOfTry(row.created_at).toISOString(), received: [...received], person, problem };
  },
});

type State = "waiting" | "open" | "ended";

/** The administrator, and their session. */
function beginnerOf({ administrator, userId, sessionId }: AuthCaller): string {
  if (administrator?.kind === "api_key") return `api_key ${administrator.id}`;
  return `${userId ?? administrator?.kind ?? "token"} ${sessionId ?? ""}`;
}
