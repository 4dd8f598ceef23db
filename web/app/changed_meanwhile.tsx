// Said where a row is edited that somebody has changed elsewhere: what is typed here stays, and what is not touched stays theirs.
import { isChangedSince } from "./rules/draft.ts";
import type { Transaction } from "./rules/records.ts";
import { choose } from "./words.ts";

const text = choose(
  { changed: "Este lançamento mudou em outro lugar. O que você digitou continua aqui, e só isso será salvo." },
  { changed: "This entry has changed elsewhere. What you typed is still here, and only that will be saved." },
);

export function ChangedMeanwhile({ began, row }: { began: Transaction; row: Transaction }) {
  if (!isChangedSince(began, row)) return null;
  return (
    <p class="hint" role="status">
      {text.changed}
    </p>
  );
}
