// What an adoption says: its progress, and what it took and what it did not.
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

/** Whom an adoption tells how it goes. */
export interface AdoptionListener {
  /** After each batch. */
  onProgress(copied: Counts): void;
  onEnd(report: CopyReport): void;
}

export function toLog(log: Log): AdoptionListener {
  return {
    onProgress: everyTwoSeconds((copied) => log.info({ ...copied }, "copying users")),
    onEnd: (report) => logReport(report, log),
  };
}

function logReport({ copied, notTaken, wasFinished }: CopyReport, log: Log): void {
  if (wasFinished) return;
  log.info({ ...copied }, "the schema was adopted");
  for (const { why, count, ids } of notTaken) log.warn({ count, ...(ids.length > 0 && { ids }) }, `not adopted: ${why}`);
}

/** For an operator who reads it. */
export function linesOf({ copied, notTaken }: Pick<CopyReport, "copied" | "notTaken">): string[] {
  const taken = Object.entries(copied).map(([name, count]) => `${count.toLocaleString("en")} ${name.replaceAll("_", " ")}`);
  return [
    `Taken: ${taken.join(", ")}.`,
    ...notTaken.map(
      ({ why, count, ids }) =>
        `${count.toLocaleString("en")} × not taken: ${why}${ids.length > 0 ? `: ${listed(ids, count)}` : ""}`,
    ),
  ];
}

const listed = (ids: readonly string[], count: number) => `${ids.join(", ")}${count > ids.length ? ", ..." : ""}`;
