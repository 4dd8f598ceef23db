// Verifies a second factor by its code. The session gets new tokens, which the browser never sees.
import { loadUser } from "../data/session.ts";
import type { Store } from "../data/store.ts";
import type { Refusal } from "../rules/records.ts";
import { ownRefusal } from "../ui/use_sending.ts";
import { askAuth } from "./auth.ts";
import { twoStepWords } from "./security_words.ts";

export async function showFactor(store: Store, id: string, code: string, challengeId?: string): Promise<void> {
  try {
    const challenge = challengeId ?? (await askAuth<{ id: string }>(store, "POST", `/factors/${id}/challenge`)).id;
    await askAuth(store, "POST", `/factors/${id}/verify`, { challenge_id: challenge, code: code.replace(/\s/g, "") });
  } catch (error) {
    const refusal = error as Refusal;
    const isWrong = ["mfa_verification_failed", "validation_failed"].includes(refusal.code ?? "");
    throw isWrong ? ownRefusal({ code: twoStepWords.wrong }) : refusal;
  }
  await loadUser(store);
}
