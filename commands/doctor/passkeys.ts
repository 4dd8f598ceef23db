// Says whether passkeys are on, and whether one alone is enough for accounts with a second factor.
import type { Facts, Finding } from "./finding.ts";

export async function checkPasskeys({ auth: { config } }: Facts): Promise<Finding[]> {
  return [{ level: "ok", subject: "passkeys", text: describe(config) }];
}

function describe({ passkeyEnabled, passkeyUvAal2 }: Facts["auth"]["config"]): string {
  if (!passkeyEnabled) return "off; AUTHSVC_PASSKEY_ENABLED=true switches them on";
  if (!passkeyUvAal2) return "one factor; with AUTHSVC_PASSKEY_UV_AAL2=true they are both if the device verifies its user";
  return "both factors if the device verifies its user; with AUTHSVC_PASSKEY_UV_AAL2=false they are one";
}
