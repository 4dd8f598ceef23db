// Asks a hook about nobody, to see what it says. A function of the database is called in a transaction that is rolled back.
import { randomUUID } from "node:crypto";
import { Fault } from "../../kernel/errors.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { HOOKS, type HookConfig, type HookName } from "../config/hooks.ts";
import type { AuthConfig } from "../config.ts";
import type { AccessTokenClaims } from "../keys/access_token.ts";
import { type HookAnswer, requireNoError } from "./answer.ts";
import { problemOf } from "./custom_access_token.ts";
import { askByHttp } from "./http_hook.ts";
import { askPostgres } from "./postgres_hook.ts";
import { samplePayload } from "./sample_payload.ts";

export interface HookTrial {
  outcome: "answered" | "refused" | "failed";
  milliseconds: number;
  sent: Readonly<Record<string, unknown>>;
  /** JSON, without what signs the request. */
  answer?: string;
  problem?: string;
}

interface Trial {
  db: Database;
  config: AuthConfig;
  now: Date;
}

const LONGEST_ANSWER = 20_000;

export async function tryHook(name: HookName, target: HookConfig, { db, config, now }: Trial): Promise<HookTrial> {
  const id = randomUUID();
  const hook = HOOKS[name].wire;
  const payload = samplePayload(name, config, now);
  const sent = { metadata: { uuid: id, time: now.toISOString(), name: hook, test: true }, ...payload };
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  let answer: HookAnswer | undefined;
  let milliseconds: number | undefined;
  try {
    answer =
      "url" in target
        ? await askByHttp({ ...target, hook }, { id, body: JSON.stringify(sent) }, now)
        : await askPostgres(db, { ...target, hook, isUndone: true }, sent);
    milliseconds = elapsed();
    requireNoError(answer);
    const problem =
      name === "customAccessToken"
        ? problemOf(answer.claims, payload.claims as AccessTokenClaims, config.jwtAdminRoles)
        : undefined;
    const text = textOf(answer, target);
    return { outcome: problem ? "failed" : "answered", milliseconds, sent, answer: text, ...(problem && { problem }) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const outcome = answer ? "refused" : "failed";
    const text = answer && textOf(answer, target);
    return { outcome, milliseconds: milliseconds ?? elapsed(), sent, ...(text && { answer: text }), problem: error.message };
  }
}

const HIDDEN = "(hidden)";

/** A careless hook may send back what signed its request. */
function textOf(answer: HookAnswer, { secrets }: HookConfig): string {
  const keys = secrets.flatMap((secret) => [secret, secret.replace(/^wh(sec|sk|pk)_/, "")]);
  const text = keys.reduce((all, key) => all.replaceAll(key, HIDDEN), JSON.stringify(answer, null, 2));
  return text.length <= LONGEST_ANSWER ? text : `${text.slice(0, LONGEST_ANSWER)}…`;
}
