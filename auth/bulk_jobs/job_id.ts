// The id of a bulk job in a path.
import { isUuid } from "../admin/user_body.ts";
import { fail } from "../errors.ts";

export function readJobId(text: string): string {
  if (!isUuid(text)) throw fail.bulkJobIdNotUuid();
  return text.toLowerCase();
}
