// The errors of exports of users, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const movingOutErrors = {
  hashExportDisabled: [422, "password_hash_export_disabled", "Password hashes are not exported on this server"],
  hashExporterMissing: [403, "owner_missing", "An owner's own token is needed: a server's token names nobody"],
} as const satisfies Record<string, ErrorRow>;
