// The token that opens auth's administration to whoever started the server.
import type { AuthConfig } from "../auth/config.ts";
import { openJwtKeys } from "../auth/keys/jwt.ts";

const VALID_DAYS = 30;

export function mintAdminToken(config: AuthConfig): { token: string; until: Date } {
  const now = Date.now();
  const until = new Date(now + VALID_DAYS * 86_400_000);
  const seconds = (moment: number) => Math.floor(moment / 1000);
  const claims = { role: config.jwtAdminRoles[0], aud: config.jwtAud, iat: seconds(now), exp: seconds(until.getTime()) };
  return { token: openJwtKeys(config).sign(claims), until };
}
