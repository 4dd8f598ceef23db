// The files of a transaction as answers name them.
import { BASE_PATH } from "../endpoint.ts";
import type { StoredAttachments } from "../tables/attachments.ts";

/** Relative to the service's address, as links to other pages are. Clients of the original API expect texts. */
export function addressesOf(transactionId: number, attachments: StoredAttachments): string[] {
  return attachments.map(({ id }) => addressOf(transactionId, id));
}

export const addressOf = (transactionId: number, id: string) => `${BASE_PATH}/transactions/${transactionId}/attachments/${id}`;
