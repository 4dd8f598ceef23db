// Bans: from now on for a while, written in Go's way of writing durations because that is what operators' scripts send.
import { Type } from "typebox";
import { readSeconds } from "../../kernel/config/formats.ts";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { fail } from "../errors.ts";

/** Seconds from now, or `none`: no ban, and the end of one that there is. */
export type BanDuration = number | "none";

const LONGEST_TEXT = 100;
/** Beyond this year dates have more than four digits, which readers of the JSON do not expect. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const PART = "([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)";

/** As the API document describes it. */
export const BanDurationField = documentedOnly(Type.String({ description: "Such as 24h or 1h30m; none lifts a ban" }), {
  maxLength: LONGEST_TEXT,
  pattern: `^(none|[+-]?0|\\+?(${PART})+)?$`,
});

export function readBanDuration(text: string): BanDuration {
  if (text === "none") return "none";
  if (text.length > LONGEST_TEXT) throw badDuration("it is too long");
  const [, sign, amount = ""] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  const seconds = readGoSeconds(amount);
  if (seconds === undefined) throw badDuration(`${JSON.stringify(text)} is not a duration such as 24h or 1h30m, nor none`);
  if (seconds === 0) return "none";
  if (sign === "-") throw badDuration(`${JSON.stringify(text)} is negative`);
  return seconds;
}

/** When the ban ends; null where there is none. A moment is one already. */
export function bannedUntil(now: Date, duration: BanDuration | Date): Date | null {
  if (duration === "none") return null;
  if (duration instanceof Date) return duration;
  return new Date(Math.min(now.getTime() + Math.ceil(duration * 1000), LAST_MOMENT));
}

export function isBanned(until: Date | null | undefined, now: Date): boolean {
  return until != null && until.getTime() > now.getTime();
}

/** What the audit log says of it. */
export function banTrait(until: Date | null | undefined): { banned_until?: string } {
  return until ? { banned_until: until.toISOString() } : {};
}

/** Go takes `.5h` and `1.h`, and of bare numbers only zero. */
function readGoSeconds(text: string): number | undefined {
  if (/^\d[\d.]*$/.test(text)) return text === "0" ? 0 : undefined;
  return readSeconds(text.replace(/(?<!\d)\.(?=\d)/g, "0.").replace(/(?<=\d)\.(?!\d)/g, ""));
}

function badDuration(problem: string) {
  return fail.banDurationInvalid({ values: { problem } });
}
