// Compares two answers to the same request byte by byte, and describes differences in stable lines.
import type { Reply } from "../../kernel/testing/client.ts";
import type { Read } from "./reads.ts";

/** Headers that depend on time, connection or request, or follow from the body. */
const OF_THE_MOMENT = new Set(["date", "connection", "keep-alive", "x-request-id", "content-length"]);
const LONGEST_VALUE = 80;
const CONTEXT = 30;

/** Without indexes, so that one line covers all rows of a list. */
export function differencesOf({ service, route }: Read, before: Reply, now: Reply): string[] {
  const lines = [
    ...(before.status === now.status ? [] : [`status: was ${before.status} and is ${now.status}`]),
    ...headerDifferences(before, now),
    ...bodyDifferences(before, now),
  ];
  return [...new Set(lines)].map((line) => `GET ${service} ${route} ${line}`);
}

function headerDifferences({ headers: before }: Reply, { headers: now }: Reply): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)].filter((name) => !OF_THE_MOMENT.has(name)));
  return [...names].flatMap((name) =>
    String(before[name]) === String(now[name]) ? [] : [changed(`header ${name}`, before[name], now[name])],
  );
}

function bodyDifferences(before: Reply, now: Reply): string[] {
  if (before.bytes && now.bytes ? before.bytes.equals(now.bytes) : before.text === now.text) return [];
  if (typeof before.body === "object" && typeof now.body === "object") {
    const lines = valueDifferences("body", before.body, now.body);
    return lines.length > 0 ? lines : ["body: the same values in other bytes"];
  }
  return ["body: other bytes"];
}

function valueDifferences(at: string, before: unknown, now: unknown): string[] {
  if (Object.is(before, now)) return [];
  if (Array.isArray(before) && Array.isArray(now)) {
    if (before.length !== now.length) return [`${at}[]: there were ${before.length} and are ${now.length}`];
    return before.flatMap((each, index) => valueDifferences(`${at}[]`, each, now[index]));
  }
  if (!isObject(before) || !isObject(now)) return [changed(at, before, now)];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key) => {
    if (!Object.hasOwn(before, key)) return [`${at}.${key}: is new`];
    if (!Object.hasOwn(now, key)) return [`${at}.${key}: is gone`];
    return valueDifferences(`${at}.${key}`, before[key], now[key]);
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function changed(at: string, before: unknown, now: unknown): string {
  const [was, is] = [before, now].map((value) => JSON.stringify(value) ?? "absent") as [string, string];
  const index = [...was].findIndex((character, at) => character !== is[at]);
  const first = index < 0 ? was.length : index;
  // What both begin with is left out where the difference would be cut off.
  const from = first < LONGEST_VALUE ? 0 : first - CONTEXT;
  const part = (text: string) => (from > 0 ? "..." : "") + text.slice(from, from + LONGEST_VALUE);
  return `${at}: was ${part(was)} and is ${part(is)}`;
}
