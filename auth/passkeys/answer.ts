// The answer to a ceremony: its challenge is taken before anything else is looked at, so a wrong answer uses it up too.
import { Type } from "typebox";
import { documentedOnly, FreeForm } from "../../kernel/http/documented_only.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readCeremonyId } from "./passkey.ts";
import { type Ceremony, takePasskeyChallenge } from "./queries.ts";

export const AnswerBody = documentedOnly(
  Type.Object({
    challenge_id: Type.Optional(documentedOnly(Type.String(), { format: "uuid" })),
    credential: Type.Optional(FreeForm),
  }),
  { required: ["challenge_id", "credential"] },
);

interface PasskeyAnswer {
  challenge_id?: string;
  credential?: Readonly<Record<string, unknown>>;
}

export async function takeAnswer(
  { db, body, now }: Pick<AuthInput<PasskeyAnswer>, "db" | "body" | "now">,
  { ceremony, userId }: { ceremony: Ceremony; userId: string | null },
): Promise<{ challenge: string; credential: Readonly<Record<string, unknown>> }> {
  const id = readCeremonyId(body.challenge_id);
  if (!body.credential) throw fail.credentialMissing();
  const challenge = await takePasskeyChallenge(db, { id, userId, ceremony });
  if (!challenge) throw fail.ceremonyUnknown();
  if (challenge.expires_at <= now) throw fail.ceremonyExpired();
  return { challenge: challenge.challenge, credential: body.credential };
}
