// A position in the feed of user changes: a snapshot of PostgreSQL as it writes them, `oldest:next:open,open,...`.
import { fail } from "../errors.ts";

const SHAPE = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?$/;

/** Refuses all that PostgreSQL would not take for a snapshot: from a caller it is bad input, from PostgreSQL it would be our fault. */
export function readCursor(text: string): string {
  const [, oldest = "0", next = "0", open = ""] = SHAPE.exec(text) ?? [];
  const from = BigInt(oldest);
  const until = BigInt(next);
  const running = open === "" ? [] : open.split(",").map(BigInt);
  const inOrder = running.every(
    (each, index) => each >= from && each < until && (index === 0 || each > (running[index - 1] as bigint)),
  );
  if (from < 1n || until < from || !inOrder) throw fail.changesCursorInvalid();
  return text;
}
