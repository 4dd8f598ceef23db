// GET, POST /second_factor: the second step of a sign-in, for whoever has a second factor. Their session waits in a cookie of its own until then.
import { Type } from "typebox";
import type { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint, type WebInput } from "../endpoint.ts";
import { FormText, HtmlReply } from "../html/form_schemas.ts";
import { safeNext, withQuery } from "../http/next.ts";
import { redirect } from "../http/redirect.ts";
import { readHalfSession, sessionIn } from "../sessions/session_cookie.ts";
import { startSession } from "../sessions/start_session.ts";
import { askAuth, type Refusal } from "../upstream/ask_auth.ts";
import { showSecondFactor } from "./second_factor_page.ts";
import { factorsOf } from "./second_factors.ts";

export const getSecondFactor = endpoint({
  method: "GET",
  path: "/second_factor",
  access: "page",
  summary: "The page for the second factor",
  query: Type.Object({ lang: FormText, next: FormText, way: FormText }),
  ...HtmlReply,
  handle: async (input) => {
    const next = safeNext(input.query.next);
    const half = readHalfSession(input.cookieKey, input.request);
    const { factors, refused } = half ? await factorsOf(input, half) : {};
    if (!factors && refused?.status !== 503) return signInFirst(next);
    return showSecondFactor(input, { factors: factors ?? [], next, byRecovery: input.query.way === "recovery", refused });
  },
});

export const postSecondFactor = endpoint({
  method: "POST",
  path: "/second_factor",
  access: "page",
  summary: "Show the second factor",
  form: true,
  body: Type.Object({ factor: FormText, challenge: FormText, code: FormText, next: FormText }),
  ...HtmlReply,
  handle: async (input) => {
    const { factor = "", challenge, code = "" } = input.body;
    const next = safeNext(input.body.next);
    const half = readHalfSession(input.cookieKey, input.request);
    if (!half) return signInFirst(next);
    const proof = { accessToken: half.accessToken, code: code.trim() };
    const byRecovery = factor === "";
    const { body, refused } = byRecovery ? await showRecoveryCode(input, proof) : await showCode(input, proof, factor, challenge);
    const session = body && sessionIn(body);
    if (session && !session.lacksFactor) return startSession(input, session, next);
    return again(input, { next, byRecovery, challenge, refused });
  },
});

interface Attempt {
  accessToken: string;
  code: string;
}

function showRecoveryCode(input: WebInput, { accessToken, code }: Attempt) {
  return askAuth(input, { path: "/factors/recovery-codes/verify", accessToken, body: { code } });
}

/** An app needs no challenge of its own; a phone has one, by which its code was sent. */
async function showCode(input: WebInput, { accessToken, code }: Attempt, factor: string, challenge: string | undefined) {
  const path = `/factors/${encodeURIComponent(factor)}`;
  const begun = challenge
    ? { body: { id: challenge } }
    : await askAuth(input, { path: `${path}/challenge`, accessToken, body: {} });
  if (!begun.body) return begun;
  const body = { challenge_id: begun.body.id, code: code.replace(/\s/g, "") };
  return askAuth(input, { path: `${path}/verify`, accessToken, body });
}

interface Again {
  next: string;
  byRecovery: boolean;
  challenge: string | undefined;
  refused: Refusal | undefined;
}

async function again(input: WebInput, { next, byRecovery, challenge, refused }: Again): Promise<Answer> {
  const half = readHalfSession(input.cookieKey, input.request);
  const { factors, refused: away } = half ? await factorsOf(input, half) : {};
  if (!factors && away?.status !== 503) return signInFirst(next);
  // A challenge that is over is not asked about again: the page begins anew.
  const isOver = refused?.code !== "mfa_verification_failed";
  const sameChallenge = !isOver && challenge ? { challenge } : {};
  return showSecondFactor(input, {
    factors: factors ?? [],
    next,
    byRecovery,
    refused: refused ?? { status: 422, code: "", retryAfter: undefined },
    ...sameChallenge,
  });
}

const signInFirst = (next: string) => redirect(withQuery("/sign_in", { next }));
