// Credentials in the Authorization header.
import { fail } from "../errors.ts";

/** The token of an `Authorization: Bearer` header, unverified. */
export function readBearer(header: string | undefined): string {
  const token = header?.match(/^bearer (\S+)$/i)?.[1];
  if (token === undefined) throw fail.noBearer();
  return token;
}
