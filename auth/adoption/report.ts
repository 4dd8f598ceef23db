// What an adoption says: its progress, and what it took and left.
import type { Log } from "../../kernel/log/log.ts";
import type { CopyReport } from "./copy.ts";
import type { Counts } from "./queries_copy.ts";

const EVERY_MS = 2_000;

/** Calls `say` every two seconds. */
export function everyTwoSeconds(say: (copied: Counts) => void): (copied: Counts) => void {
  let next = Date.now() + EVERY_MS;
  return (copied) => {
    if (Date.now() < next) return;
    next = Date.now() + EVERY_MS;
    say(copied);
  };
}

export function progressOf(log: Log): (copied: Counts) => void {
  return everyTwoSeconds((copied) => log.info({ ...copied }, "copying users"));
}

export function reportAdoption({ copied, left, wasFinished }: CopyReport, log: Log): void {
  if (wasFinished) return;
  log.info({ ...copied }, "the schema was adopted");
  for (const { why, count, ids } of left) log.warn({ count, ...(ids.length > 0 && { ids }) }, `not adopted: ${why}`);
}

/** For an operator who reads it. */
export function linesOf({ copied, left }: Pick<CopyReport, "copied" | "left">): string[] {
  const taken = Object.entries(copied).map(([name, count]) => `${count.toLocaleString("en")} ${name.replaceAll("_", " ")}`);
  return [
    `Taken: ${taken.join(", ")}.`,
    ...left.map(
      ({ why, count, ids }) =>
        `${count.toLocaleString("en")} × not taken: ${why}${ids.length > 0 ? `: ${listed(ids, count)}` : ""}`,
    ),
  ];
}

const listed = (ids: readonly string[], count: number) => `${ids.join(", ")}${count > ids.length ? ", ..." : ""}`;
