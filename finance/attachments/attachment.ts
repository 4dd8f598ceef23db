// A file of a transaction as the API shows it.
import { Type } from "typebox";
import { MEDIA_TYPES } from "../attachment_files/clean_file.ts";
import { storedMomentText } from "../calendar/moment.ts";
import { addressOf } from "../rows/attachments.ts";
import { ATTACHMENT_ID, type StoredAttachment } from "../tables/attachments.ts";

export const AttachmentReply = Type.Object({
  id: Type.String({ pattern: ATTACHMENT_ID.source, description: "The SHA-256 of its bytes" }),
  name: Type.String(),
  type: Type.String({ enum: [...MEDIA_TYPES], description: "By its content" }),
  size_bytes: Type.Integer(),
  url: Type.String({ description: "Relative to the address of this service" }),
  created_at: Type.String({ format: "date-time" }),
});

export function presentAttachment(transactionId: number, file: StoredAttachment, timeZone: string) {
  return {
    id: file.id,
    name: file.name,
    type: file.type,
    size_bytes: file.size_bytes,
    url: addressOf(transactionId, file.id),
    created_at: storedMomentText(file.created_at, timeZone),
  };
}
