// POST /verify, GET /verify: redeems the token of a message, which proves the address, and signs its owner in.
// Links in mails lead to GET. It answers browsers, so results and errors go into the URL that it redirects to.
//
// What is where in this slice: proof.ts reads the input, redeem.ts checks and spends the token.
// confirm_address.ts handles most tokens in one statement of queries.ts; change_address.ts and start_session.ts handle the others.
import { createHash, randomUUID } from "node:crypto";
import { Type } from "typebox";
import { Fault } from "../../kernel/errors.ts";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { Answer, NoBody, type Request } from "../../kernel/http/endpoint.ts";
import { actOf } from "../audit/act.ts";
import { type AuthInput, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { codeRule } from "../limits/account_limits.ts";
import { addressRules } from "../limits/address_limits.ts";
import { returnTries } from "../limits/queries_tries.ts";
import { requireTries, returningTries, type TryRule } from "../limits/tries.ts";
import { asksGateway, settleGatewayCode } from "../one_time_tokens/gateway_code.ts";
import { PKCE_PREFIX } from "../one_time_tokens/token.ts";
import { requireStrength } from "../passwords/require_strength.ts";
import { errorRedirect, withFragment, withQuery } from "../redirects/answer_url.ts";
import { newSession } from "../sessions/new_session.ts";
import { presentSession, SessionReply } from "../sessions/session.ts";
import { EmailField, PhoneField, readEmail, readPhone } from "../users/address.ts";
import { type Proof, readLink, readProof, type VerifyBody } from "./proof.ts";
import { redeem } from "./redeem.ts";
import type { Redemption } from "./redemption.ts";
import { authenticationMethod, isEmailType, requiresPassword, settledType, VERIFICATION_TYPES } from "./types.ts";

const HALFWAY = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** A session, or word that the other of two addresses is still to be confirmed. */
const VERIFIED = {
  ...Type.Partial(SessionReply).properties,
  type: Type.Optional(Type.String({ description: "What was verified, for those of mails" })),
  code: Type.Optional(Type.Integer()),
  msg: Type.Optional(Type.String({ description: "The first of two links was accepted" })),
};

export const getVerify = endpoint({
  method: "GET",
  path: "/verify",
  access: "public",
  limit: "verify",
  summary: "Follow the link of a mail: verifies, signs in, and redirects",
  query: documentedOnly(
    Type.Object({
      token: Type.Optional(documentedOnly(Type.String(), { minLength: 1 })),
      type: Type.Optional(
        documentedOnly(Type.String({ description: "signup, invite, recovery, magiclink, email_change or email" }), {
          minLength: 1,
        }),
      ),
      redirect_to: Type.Optional(Type.String()),
    }),
    { required: ["token", "type"] },
  ),
  status: 303,
  reply: NoBody,
  replyHeaders: { Location: "Where the browser goes on: with a session, a code or an error" },
  handle: async ({ query, ...input }) => {
    const { token, type } = query;
    if (!token) throw fail.verifyLinkTokenMissing();
    if (!type) throw fail.verifyTypeMissing();
    if (isFetchedAhead(input.request)) throw fail.verifyAhead();
    const target = input.redirectTo(query.redirect_to);
    const isPkce = token.startsWith(PKCE_PREFIX);
    try {
      const proof = readLink(type, token);
      return seeOther(isPkce ? await verifyForCode(input, proof, target) : await verifyForSession(input, proof, target));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return seeOther(errorRedirect(target, error, { pkce: isPkce }));
    }
  },
});

export const postVerify = endpoint({
  method: "POST",
  path: "/verify",
  access: "public",
  summary: "Verify a code together with its address, or the token of a link",
  body: documentedOnly(
    Type.Object({
      type: Type.Optional(documentedOnly(Type.String(), { enum: VERIFICATION_TYPES })),
      token: Type.Optional(Type.String({ description: "The code, with email or phone; alone it is the token of a link" })),
      token_hash: Type.Optional(Type.String({ description: "The token of a link" })),
      email: Type.Optional(EmailField),
      phone: Type.Optional(PhoneField),
      password: Type.Optional(Type.String({ description: "Becomes the password of a user who has none" })),
      redirect_to: Type.Optional(Type.String()),
    }),
    { required: ["type"] },
  ),
  reply: documentedOnly(Type.Object(VERIFIED), { anyOf: [{ required: SessionReply.required }, { required: ["code", "msg"] }] }),
  refuses: [403, 422, 429],
  handle: async (input) => {
    const { body, db, config, serverKeys, passwords, now } = input;
    const proof = readProof(body, serverKeys.otp);
    if (body.password) await requireStrength(body.password, input);
    const { claims, tries } = verifyRules(input, proof);
    // Slow work runs before the token is looked up, so that the time reveals nothing of it.
    const takesLong = body.password || (proof.byPhone && asksGateway(input, proof.byPhone.phone));
    if (takesLong) await requireTries(db, claims, now);
    const newPassword = body.password ? await returningTries(db, tries, passwords.hash(body.password)) : undefined;
    await requireGatewayCode(input, proof, tries);
    const { kind, outcome } = await redeem(db, {
      ...sessionRedemption(input, proof),
      newPassword,
      requiresPassword: requiresPassword(proof.type, config),
      claims: takesLong ? [] : claims,
      tries,
    });
    if (typeof outcome === "string") return { code: 200, msg: HALFWAY };
    const session = await presentSession(outcome, input);
    return isEmailType(proof.type) ? { ...session, type: settledType(proof.type, kind) } : session;
  },
});

type Input = AuthInput<unknown>;

/** Every call counts for its client. A code counts for the address that was typed too; that try comes back if the code is right. */
function verifyRules(input: AuthInput<VerifyBody>, { isCode }: Proof): { claims: TryRule[]; tries: TryRule[] } {
  const { body, serverKeys, request } = input;
  const typed = () => (body.email ? readEmail(body.email) : readPhone(body.phone as string));
  const tries = isCode ? [codeRule(serverKeys, typed())] : [];
  return { claims: [...addressRules(input, "verify", request.ip), ...tries], tries };
}

/** A code that the gateway calls wrong is refused like any other. A gateway that does not say costs nobody a try. */
async function requireGatewayCode(input: Input, { byPhone }: Proof, tries: readonly TryRule[]): Promise<void> {
  if (!byPhone) return;
  const verdict = await settleGatewayCode(input, { ...byPhone, asksInVain: true }).catch(async (error) => {
    await returnTries(input.db, tries);
    throw error;
  });
  if (verdict === "wrong") throw fail.verifyCodeInvalid();
}

async function verifyForSession(input: Input, proof: Proof, target: string): Promise<string> {
  const { kind, outcome } = await redeem(input.db, sessionRedemption(input, proof));
  if (typeof outcome === "string") return withFragment(target, { message: HALFWAY });
  const { user: _user, ...tokens } = await presentSession(outcome, input);
  return withFragment(target, { ...tokens, type: isEmailType(proof.type) ? settledType(proof.type, kind) : proof.type });
}

async function verifyForCode(input: Input, proof: Proof, target: string): Promise<string> {
  const code = randomUUID();
  const authCodeHash = createHash("sha256").update(code).digest();
  const { outcome } = await redeem(input.db, { ...redemption(input, proof), ending: { authCodeHash } });
  if (outcome !== "halfway") return withQuery(target, { code });
  return withFragment(withQuery(target, { message: HALFWAY }), { message: HALFWAY });
}

function sessionRedemption(input: Input, proof: Proof): Redemption {
  return { ...redemption(input, proof), ending: { session: newSession(input, authenticationMethod(proof.type)) } };
}

function redemption(input: Input, proof: Proof) {
  return { ...actOf(input), world: input, proof, newPassword: undefined, requiresPassword: false, claims: [], tries: [] };
}

/** Browsers that guess where their reader goes next would use up the link, and have nothing left when the reader does. */
function isFetchedAhead({ headers }: Request): boolean {
  return /\bprefetch\b|\bprerender\b/i.test(`${headers["sec-purpose"]} ${headers.purpose} ${headers["x-moz"]}`);
}

function seeOther(location: string): Answer {
  return new Answer(303, { location });
}
