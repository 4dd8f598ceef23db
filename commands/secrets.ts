// cofre secrets: new secrets for services that run alone, as lines of a .env file. The all-in-one makes its own.
import { createHmac, randomBytes } from "node:crypto";
import { command } from "./command_line/command.ts";

const TOKEN_DAYS = 3650;
const HEAD = "# Made by cofre secrets. Keep this file, and keep it to yourself: losing it signs everybody out.";

export const secrets = command({
  usage: "secrets > .env",
  options: {},
  run: async () => console.log(secretLines(new Date()).join("\n")),
});

/** Of characters that need no escape in a URL or a shell. */
export function secretLines(now: Date): string[] {
  const jwtSecret = secret();
  const values = {
    POSTGRES_PASSWORD: secret(),
    AUTHSVC_JWT_SECRET: jwtSecret,
    AUTHSVC_SECRET_KEY: secret(),
    FINANCE_AUTH_TOKEN: adminToken(jwtSecret, now),
    FINANCE_SECRET_KEY: secret(),
    WEB_SECRET_KEY: secret(),
  };
  return [HEAD, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)];
}

const secret = () => randomBytes(36).toString("base64url");

/** With the role and audience that auth has by default. Finance asks auth with it who its callers are. */
function adminToken(jwtSecret: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { role: "service_role", aud: "authenticated", sub: "finance", iat, exp: iat + TOKEN_DAYS * 86_400 };
  const signed = [{ alg: "HS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signed}.${createHmac("sha256", jwtSecret).update(signed).digest("base64url")}`;
}
