// GET /admin/protection: what keeps attackers out beside limits, as it is set.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";

const LEAKS = ["off", "service", "file"] as const;
type Leaks = (typeof LEAKS)[number];

const VARIABLES = {
  captcha: "captchaEnabled",
  least_characters: "passwordMinLength",
  required_characters: "passwordRequiredCharacters",
  leaked_passwords: "passwordHibpEnabled",
  leaked_fail_closed: "passwordHibpFailClosed",
  needs_nonce: "updatePasswordRequireReauthentication",
  needs_current_password: "updatePasswordRequireCurrentPassword",
  blocked_mail_servers: "mailerEmailValidationBlockedMx",
} as const;

export const getAdminProtection = endpoint({
  method: "GET",
  path: "/admin/protection",
  access: "admin",
  right: "protection:read",
  summary: "The captcha, the rules of passwords, and blocked mail servers, as they are set",
  reply: Type.Object({
    captcha: Type.Union([Type.String(), Type.Null()], { description: "Its provider; null: no captcha is demanded" }),
    least_characters: Type.Integer(),
    required_characters: Type.Array(Type.String(), { description: "Sets of which a new password has one each" }),
    leaked_passwords: Type.Unsafe<Leaks>({ type: "string", enum: [...LEAKS], description: "Who says whether one has leaked" }),
    leaked_fail_closed: Type.Boolean({ description: "While nobody can say, none is taken" }),
    needs_nonce: Type.Boolean({ description: "To change a password" }),
    needs_current_password: Type.Boolean({ description: "To change a password" }),
    blocked_mail_servers: Type.Array(Type.String()),
    variables: Type.Record(Type.String(), Type.String(), { description: "What sets each" }),
  }),
  handle: async ({ config }) => ({
    captcha: config.captchaEnabled ? config.captchaProvider : null,
    least_characters: config.passwordMinLength,
    required_characters: [...config.passwordRequiredCharacters],
    leaked_passwords: leaksOf(config),
    leaked_fail_closed: config.passwordHibpFailClosed,
    needs_nonce: config.updatePasswordRequireReauthentication,
    needs_current_password: config.updatePasswordRequireCurrentPassword,
    blocked_mail_servers: [...config.mailerEmailValidationBlockedMx],
    variables: Object.fromEntries(Object.entries(VARIABLES).map(([name, key]) => [name, config.variableOf(key)])),
  }),
});

function leaksOf(config: { passwordHibpEnabled: boolean; passwordHibpFile: string | undefined }): Leaks {
  if (!config.passwordHibpEnabled) return "off";
  return config.passwordHibpFile === undefined ? "service" : "file";
}
