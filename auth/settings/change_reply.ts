// What a change of settings is answered with.
import { type Static, Type } from "typebox";
import type { Changes } from "../audit/changes.ts";
import type { ChangeOutcome } from "./store_change.ts";
import type { Trial } from "./trials.ts";

export const ChangesReply = Type.Record(
  Type.String(),
  Type.Object({ before: Type.Union([Type.String(), Type.Null()]), after: Type.Union([Type.String(), Type.Null()]) }),
  { description: "By name; null is a setting that is not stored, and secrets are hidden" },
);

export const ChangeReply = Type.Object({
  version: Type.Integer({ description: "That counts now; after a dry run, and where nothing changes, the one before" }),
  changes: ChangesReply,
  trials: Type.Array(
    Type.Object({
      name: Type.String({ description: "`smtp`, `captcha`, a provider or a hook" }),
      outcome: Type.Unsafe<Trial["outcome"]>({ type: "string", enum: ["ok", "failed", "unclear"] }),
      detail: Type.String(),
    }),
  ),
  confirm_before: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "Unless it is confirmed until then, the version before counts again",
  }),
  awaiting_restart: Type.Array(Type.String(), { description: "Names of those that count after the next start" }),
});

export function presentOutcome({ confirmBefore, awaitingRestart, ...outcome }: ChangeOutcome): Static<typeof ChangeReply> {
  return {
    ...outcome,
    changes: presentChanges(outcome.changes),
    confirm_before: confirmBefore?.toISOString() ?? null,
    awaiting_restart: awaitingRestart,
  };
}

/** Stored values are texts. */
export const presentChanges = (changes: Changes) => changes as Static<typeof ChangesReply>;
