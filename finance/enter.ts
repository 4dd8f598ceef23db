// Who may come in: everybody to what is public, to all else nobody without credentials.
import type { Request } from "../kernel/http/endpoint.ts";
import type { FinanceAccess, FinanceCaller } from "./endpoint.ts";
import { fail } from "./errors.ts";

/** Refusals come in this order: a caller who does not say who is calling is not asked for a password. */
export async function enter(access: FinanceAccess, request: Request): Promise<FinanceCaller> {
  if (access === "public") return;
  if (!request.headers["user-agent"]?.trim()) throw fail.userAgentMissing();
  throw fail.unauthorized({ headers: { "www-authenticate": 'Basic realm="Cofre", charset="UTF-8"' } });
}
