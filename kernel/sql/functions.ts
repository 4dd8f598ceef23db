// Database functions as files. Each is named by its content, so that two releases on one database call their own versions.
import { createHash } from "node:crypto";

export interface DatabaseFunction {
  name: string;
  /** The `create function` statement. */
  text: string;
  checksum: string;
}

/** `text` contains `{name}` in place of the name. */
export function nameByContent(prefix: string, text: string): DatabaseFunction {
  const checksum = createHash("sha256").update(text).digest("hex");
  const name = `${prefix}_${checksum.slice(0, 12)}`;
  return { name, text: text.replaceAll("{name}", name), checksum };
}
