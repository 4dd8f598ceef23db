// GET /admin/hooks: the operator's own code at points of the flows: where it is, and how its last calls went. Never a secret.
import { Type } from "typebox";
import type { HookConfig, HookName } from "../config/hooks.ts";
import { endpoint } from "../endpoint.ts";
import { HOOK_NAMES, nameOfHook } from "../hooks/hook_name.ts";
import { type HookCall, KEPT_CALLS, listCalls } from "../hooks/queries_calls.ts";

type HookKind = "http" | "postgres";

export const getAdminHooks = endpoint({
  method: "GET",
  path: "/admin/hooks",
  access: "admin",
  right: "hooks:read",
  summary: "Hooks, and how their last calls went",
  reply: Type.Object({
    hooks: Type.Array(
      Type.Object({
        name: Type.String(),
        enabled: Type.Boolean(),
        kind: Type.Union([Type.Unsafe<HookKind>({ type: "string", enum: ["http", "postgres"] }), Type.Null()]),
        target: Type.Union([Type.String(), Type.Null()], { description: "Without its query, which may have a key in it" }),
        secrets: Type.Integer({ description: "How many sign each request" }),
        calls: Type.Array(
          Type.Object({
            at: Type.Unsafe<Date>({ type: "string", format: "date-time" }),
            milliseconds: Type.Integer(),
            outcome: Type.Unsafe<HookCall["outcome"]>({
              type: "string",
              enum: ["answered", "refused", "failed"],
              description: "refused: in the hook's own words. failed: no answer that can be used",
            }),
            error: Type.Union([Type.String(), Type.Null()], { description: "The code that the caller met" }),
          }),
          { description: `Of all replicas, newest first, at most ${KEPT_CALLS}, some seconds late` },
        ),
      }),
    ),
  }),
  handle: async ({ config, db, hookCalls }) => {
    await hookCalls.flush();
    const calls = await listCalls(db);
    const present = (hook: HookName) => ({
      name: nameOfHook(hook),
      ...describe(config.hooks[hook]),
      calls: calls
        .filter((call) => call.hook === hook)
        .slice(0, KEPT_CALLS)
        .map(({ at, milliseconds, outcome, error }) => ({ at, milliseconds, outcome, error })),
    });
    return { hooks: HOOK_NAMES.map(present) };
  },
});

function describe(target: HookConfig | undefined) {
  if (!target) return { enabled: false, kind: null, target: null, secrets: 0 };
  const secrets = target.secrets.length;
  if ("url" in target) {
    const { origin, pathname } = new URL(target.url);
    return { enabled: true, kind: "http" as const, target: origin + pathname, secrets };
  }
  return { enabled: true, kind: "postgres" as const, target: `${target.schema}.${target.routine}`, secrets };
}
