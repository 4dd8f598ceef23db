// The operator's own code at points of the flows: asked over HTTP, or as a function of the database. What it does not answer in time, or not as
// it should, is a refusal: nobody comes in because a hook is away. No transaction is open while a hook is asked.
//
// What is where in this slice: http_hook.ts and postgres_hook.ts ask, answer.ts reads; recent_calls.ts and try_hook.ts are for
// administrators; the other files are the points, one each.
import { randomUUID } from "node:crypto";
import { Fault } from "../../kernel/errors.ts";
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { HOOKS, type HookConfigs, type HookName } from "../config/hooks.ts";
import { type HookAnswer, requireNoError } from "./answer.ts";
import { askByHttp } from "./http_hook.ts";
import { askPostgres } from "./postgres_hook.ts";
import type { HookCall } from "./queries_calls.ts";

/** `ip`: whose request it is about, where there is one. Throws a Fault where the hook says no, or nothing that can be used. */
export type Hook = (payload: Readonly<Record<string, unknown>>, ip?: string) => Promise<HookAnswer>;

/** Those that are switched on. */
export type Hooks = Readonly<Partial<Record<HookName, Hook>>>;

/** Whether a hook is asked only about addresses with an account, or only about others: then response times must not differ. */
export function asksOfStrangers({ beforeUserCreated, passwordVerificationAttempt }: Hooks): boolean {
  return beforeUserCreated !== undefined || passwordVerificationAttempt !== undefined;
}

interface HookWorld {
  config: { readonly hooks: HookConfigs };
  db: Database;
  log: Log;
  now: () => Date;
  /** Keeps how each call went, without making it wait. */
  note: (call: HookCall) => void;
}

export function openHooks({ config, db, log, now, note }: HookWorld): Hooks {
  const names = Object.keys(config.hooks) as HookName[];
  return Object.fromEntries(names.map((name) => [name, openHook(name)]));

  function openHook(name: HookName): Hook {
    const target = config.hooks[name] as NonNullable<HookConfigs[HookName]>;
    const hook = HOOKS[name].wire;
    return async (payload, ip) => {
      const id = randomUUID();
      const metadata = { uuid: id, time: now().toISOString(), name: hook, ...(ip && { ip_address: ip }) };
      const body = { metadata, ...payload };
      const [at, start] = [now(), performance.now()];
      const end = (outcome: HookCall["outcome"], error: string | null) =>
        note({ hook: name, at, milliseconds: Math.round(performance.now() - start), outcome, error });
      let isAnswered = false;
      try {
        const answer =
          "url" in target
            ? await askByHttp({ ...target, hook }, { id, body: JSON.stringify(body) }, now())
            : await askPostgres(db, { ...target, hook }, body);
        isAnswered = true;
        requireNoError(answer);
        end("answered", null);
        return answer;
      } catch (error) {
        end(isAnswered ? "refused" : "failed", error instanceof Fault ? error.code : "unexpected_failure");
        if (error instanceof Fault)
          log.warn({ hook, hook_id: id, status: error.status, code: error.code }, "a hook did not say yes");
        throw error;
      }
    };
  }
}
