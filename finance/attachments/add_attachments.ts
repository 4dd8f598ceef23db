// Adds files to a transaction once they are received. What the transaction has already is not added again.
import { laterMoment } from "../calendar/moment.ts";
import { fail } from "../errors.ts";
import { refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import type { Write } from "../post/decision.ts";
import { findStoredRow } from "../rows/queries.ts";
import { MOST_ATTACHMENTS, type StoredAttachment } from "../tables/attachments.ts";
import type { StoredRow } from "../tables/tables.ts";
import { presentAttachment } from "./attachment.ts";

interface Adding {
  record: Submitted;
  spaceId: number;
  timeZone: string;
  transactionId: number;
  files: readonly StoredAttachment[];
  now: Date;
}

export function addAttachments(write: Write, { record, spaceId, timeZone, transactionId, files, now }: Adding) {
  return write(async (read) => {
    const row = await findStoredRow(read, spaceId, transactionId);
    if (!row) throw fail.recordUnknown();
    const added = withFiles(row, files);
    if ((added.attachments ?? []).length > MOST_ATTACHMENTS)
      refuse(record, {}, "file", { kind: "tooManyFiles", values: { most: MOST_ATTACHMENTS } });
    throwIfInvalid(record, {});
    const isNew = added.attachments?.length !== row.attachments?.length;
    return {
      before: { transactions: [row] },
      after: { transactions: [isNew ? { ...added, updated_at: laterMoment(now, row.updated_at) } : row] },
      answer: files.map(({ id }) => {
        const file = added.attachments?.find((each) => each.id === id) as StoredAttachment;
        return presentAttachment(transactionId, file, timeZone);
      }),
    };
  });
}

/** Each file once. */
function withFiles(row: StoredRow, files: readonly StoredAttachment[]): StoredRow {
  const all = new Map((row.attachments ?? []).map((file) => [file.id, file]));
  for (const file of files) if (!all.has(file.id)) all.set(file.id, file);
  return { ...row, attachments: all.size === 0 ? null : [...all.values()] };
}

/** The transaction without the file; undefined where it has no such file. */
export function withoutFile(row: StoredRow, id: string, now: Date): StoredRow | undefined {
  const left = row.attachments?.filter((file) => file.id !== id) ?? [];
  if (left.length === (row.attachments?.length ?? 0)) return;
  return { ...row, attachments: left.length === 0 ? null : left, updated_at: laterMoment(now, row.updated_at) };
}
