// POST /admin/hooks/:name/test: asks a hook about nobody, and shows what it says. Nothing comes of the answer.
import { Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { HOOK_NAMES, nameOfHook } from "../hooks/hook_name.ts";
import { type HookTrial, tryHook } from "../hooks/try_hook.ts";

const LONGEST_SECONDS = 10;

export const testAdminHook = endpoint({
  method: "POST",
  path: "/admin/hooks/:name/test",
  access: "admin",
  right: "hooks:test",
  summary: "Try a hook with a sample, and show what it answers",
  params: Type.Object({ name: Type.String() }),
  ignoresBody: true,
  reply: Type.Object({
    outcome: Type.Unsafe<HookTrial["outcome"]>({ type: "string", enum: ["answered", "refused", "failed"] }),
    milliseconds: Type.Integer(),
    sent: FreeForm,
    answer: Type.Optional(Type.String({ description: "JSON; missing where there was none" })),
    problem: Type.Optional(Type.String({ description: "What is wrong with it, or what the hook said" })),
  }),
  refuses: [404, 422],
  timeoutSeconds: LONGEST_SECONDS,
  handle: async ({ params, config, db, now }) => {
    const name = HOOK_NAMES.find((each) => nameOfHook(each) === params.name);
    if (!name) throw fail.hookUnknown();
    const target = config.hooks[name];
    if (!target) throw fail.hookOff({ values: { hook: params.name } });
    return tryHook(name, target, { db, config, now });
  },
});
