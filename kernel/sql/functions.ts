// Functions of the database as files. Each is named after its content, so that a process calls the one that it was written for, while another
// release on the same database calls its own.
import { createHash } from "node:crypto";

export interface DatabaseFunction {
  name: string;
  /** What makes it. */
  text: string;
  checksum: string;
}

/** `text` has `{name}` wherever the name stands. */
export function nameByContent(prefix: string, text: string): DatabaseFunction {
  const checksum = createHash("sha256").update(text).digest("hex");
  const name = `${prefix}_${checksum.slice(0, 12)}`;
  return { name, text: text.replaceAll("{name}", name), checksum };
}
