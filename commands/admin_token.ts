// The token that opens auth's administration to whoever started the server.
import { createSigner } from "fast-jwt";
import type { AuthConfig } from "../auth/config.ts";

const VALID_DAYS = 30;

export function mintAdminToken(config: AuthConfig): { token: string; until: Date } {
  const until = new Date(Date.now() + VALID_DAYS * 86_400_000);
  const sign = createSigner({ key: config.jwtSecret, algorithm: "HS256" });
  const token = sign({ role: config.jwtAdminRoles[0], aud: config.jwtAud, exp: Math.floor(until.getTime() / 1000) });
  return { token, until };
}
