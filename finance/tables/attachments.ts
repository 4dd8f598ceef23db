// The files of a transaction: a column of its row, as its parts are, since no file is shown, changed or undone without it. Their bytes are
// kept by the slice `attachments`.
import { Type } from "typebox";
import { MEDIA_TYPES, type MediaType } from "../attachment_files/clean_file.ts";
import { LONGEST_FILE_NAME } from "../attachment_files/file_name.ts";
import { LIMITS } from "../attachment_files/limits.ts";
import { integer, type Kind, moment, oneOf, pattern, text } from "./kinds.ts";

/** In the order in which the database keeps the keys of JSON, so that equal files are equal texts. */
export interface StoredAttachment {
  /** The SHA-256 of its bytes: within a space equal files are one. */
  id: string;
  name: string;
  type: MediaType;
  created_at: string;
  size_bytes: number;
}

export type StoredAttachments = readonly StoredAttachment[];

export const MOST_ATTACHMENTS = 10;
export const ATTACHMENT_ID = /^[0-9a-f]{64}$/;

const columns = {
  id: pattern(ATTACHMENT_ID),
  name: text(LONGEST_FILE_NAME, { filled: true }),
  type: oneOf(...MEDIA_TYPES),
  created_at: moment,
  size_bytes: integer(1, LIMITS.bytes),
};
const NAMES = Object.keys(columns) as (keyof StoredAttachment)[];

function isAttachment(value: unknown): value is StoredAttachment {
  if (typeof value !== "object" || value === null) return false;
  const file = value as Readonly<Record<string, unknown>>;
  return Object.keys(file).length === NAMES.length && NAMES.every((name) => columns[name].isValid(file[name]));
}

export const attachments: Kind<StoredAttachments> = {
  type: "jsonb",
  isValid: (value): value is StoredAttachments =>
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= MOST_ATTACHMENTS &&
    value.every(isAttachment) &&
    new Set(value.map(({ id }) => id)).size === value.length,
  schema: Type.Array(Type.Object(Object.fromEntries(NAMES.map((name) => [name, columns[name].schema]))), {
    minItems: 1,
    maxItems: MOST_ATTACHMENTS,
  }),
};
