// Keeps the challenge of a ceremony until it is answered, and says what the browser needs for it.
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { type Ceremony, insertPasskeyChallenge } from "./queries.ts";

export const OptionsReply = Type.Object({
  challenge_id: Type.String({ format: "uuid" }),
  options: FreeForm,
  expires_at: Type.Integer({ description: "Seconds since 1970" }),
});

export async function beginCeremony(
  { db, config, now }: Pick<AuthInput<unknown>, "db" | "config" | "now">,
  { ceremony, userId, options }: { ceremony: Ceremony; userId: string | null; options: { challenge: string } },
) {
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + config.webauthnChallengeExpirySeconds * 1000);
  const isKept = await insertPasskeyChallenge(db, { id, userId, ceremony, challenge: options.challenge, expiresAt, now });
  if (!isKept) throw fail.userOfTokenGone();
  return { challenge_id: id, options: { ...options }, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}
