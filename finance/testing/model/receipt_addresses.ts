// Test support: the addresses of the receipts of a row.
import { BASE_PATH } from "../../endpoint.ts";
import type { Row } from "./model.ts";

export const addressesOf = ({ id, files = [] }: Row) =>
  files.map((file) => `${BASE_PATH}/transactions/${id}/attachments/${file.id}`);
