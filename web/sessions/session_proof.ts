// POST /session/proof: whoever is signed in proves again who they are, by a password, a passkey or the code of an authenticator app, without leaving the screen.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { FormText } from "../html/form_schemas.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { redirect, redirectScript } from "../http/redirect.ts";
import { type AuthAnswer, askAuth } from "../upstream/ask_auth.ts";
import { refusalOf } from "../upstream/refusal.ts";
import { claimsOf } from "./claims.ts";
import { totpFactorOf } from "./proof.ts";
import { type Session, sessionIn } from "./session_cookie.ts";
import { startSession } from "./start_session.ts";
import { withSession } from "./with_session.ts";

export const postSessionProof = endpoint({
  method: "POST",
  path: "/session/proof",
  access: "own",
  summary: "Prove again who is signed in, by `password`, a passkey, or the `code` of an authenticator app",
  body: Type.Object({
    password: Type.Optional(Type.String({ maxLength: 1000 })),
    code: Type.Optional(Type.String({ maxLength: 20 })),
    challenge_id: Type.Optional(Type.String({ maxLength: 100 })),
    credential: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    next: FormText,
  }),
  reply: Type.Object({
    location: Type.String({ description: "`next`, or the page that asks for more: a second factor, or a captcha" }),
  }),
  refuses: [401, 422, 429, 503],
  handle: (input) => withSession(input, (session) => prove(input, session)),
});

interface Proof {
  password?: string;
  code?: string;
  challenge_id?: string;
  credential?: Record<string, unknown>;
  next?: string;
}

type ProofInput = WebInput<Proof>;

async function prove(input: ProofInput, session: Session): Promise<Answer> {
  const next = safeNext(input.body.next);
  const { code, credential } = input.body;
  const isByPassword = !credential && !code;
  // A captcha is solved on the page alone.
  if (isByPassword && input.config.captchaProvider)
    return redirectScript(redirect(withQuery("/sign_in", { next, problem: "again" })));
  const { body, refused } = await (credential
    ? askByPasskey(input)
    : code
      ? askByCode(input, session, code)
      : askByPassword(input, session));
  const proved = body && sessionIn(body);
  if (!proved) throw refused && refused.status < 500 && refused.status !== 429 ? fail.proofRefused() : refusalOf(refused);
  if (claimsOf(proved.accessToken).sub !== claimsOf(session.accessToken).sub) {
    await askAuth(input, { path: "/logout?scope=local", accessToken: proved.accessToken });
    throw fail.proofRefused();
  }
  return redirectScript(await startSession(input, proved, next));
}

function askByPasskey(input: ProofInput): Promise<AuthAnswer> {
  const { challenge_id, credential } = input.body;
  return askAuth(input, { path: "/passkeys/authentication/verify", body: { challenge_id, credential } });
}

/** The session stays the same, and has shown its second factor now. */
async function askByCode(input: ProofInput, { accessToken }: Session, code: string): Promise<AuthAnswer> {
  const user = await askAuth(input, { method: "GET", path: "/user", accessToken });
  const factor = user.body && totpFactorOf(user.body);
  if (factor === undefined)
    return user.refused ? user : { refused: { status: 422, code: "factor_missing", retryAfter: undefined } };
  const challenge = await askAuth(input, { path: `/factors/${factor}/challenge`, body: {}, accessToken });
  if (!challenge.body) return challenge;
  return askAuth(input, { path: `/factors/${factor}/verify`, body: { challenge_id: challenge.body.id, code }, accessToken });
}

function askByPassword(input: ProofInput, { accessToken }: Session): Promise<AuthAnswer> {
  const { email, phone } = claimsOf(accessToken);
  const { password = "" } = input.body;
  return askAuth(input, { path: "/token?grant_type=password", body: { ...(email ? { email } : { phone }), password } });
}
