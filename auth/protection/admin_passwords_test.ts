// POST /admin/passwords/test: which rules a password breaks. It is neither stored nor logged.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { isBreached } from "../passwords/breached.ts";
import { isTooLong, weaknessOf } from "../passwords/rules.ts";

const REASONS = ["too_long", "length", "characters", "pwned", "unchecked"] as const;
type Reason = (typeof REASONS)[number];

export const testAdminPassword = endpoint({
  method: "POST",
  path: "/admin/passwords/test",
  access: "admin",
  right: "protection:read",
  summary: "Try a password against the rules",
  body: Type.Object({ password: Type.String({ maxLength: 1000 }) }),
  reply: Type.Object({
    accepted: Type.Boolean(),
    reasons: Type.Array(Type.Unsafe<Reason>({ type: "string", enum: [...REASONS] }), {
      description:
        "unchecked: nobody could say whether it has leaked, so that it is refused where PASSWORD_HIBP_FAIL_CLOSED is set",
    }),
  }),
  handle: async ({ body: { password }, config }) => {
    if (isTooLong(password)) return { accepted: false, reasons: ["too_long" as const] };
    const leak = config.passwordHibpEnabled ? await leakOf(() => isBreached(password, config)) : [];
    const reasons: Reason[] = [...(weaknessOf(password, config)?.reasons ?? []), ...leak];
    const refusing = reasons.filter((each) => each !== "unchecked" || config.passwordHibpFailClosed);
    return { accepted: refusing.length === 0, reasons };
  },
});

async function leakOf(ask: () => Promise<boolean>): Promise<Reason[]> {
  try {
    return (await ask()) ? ["pwned"] : [];
  } catch {
    return ["unchecked"];
  }
}
