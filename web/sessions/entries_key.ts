// The key that seals what a user's browser keeps until it can be sent. It follows from the user and the service's secret: every replica has it, and no
// session of anybody else is given it.
import { hkdfSync } from "node:crypto";

export function deriveEntriesKey(secretKey: string, userId: string): string {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `cofre web entries ${userId}`, 32)).toString("base64url");
}
