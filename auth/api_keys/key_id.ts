// The id of an API key in a path. What is no id is no key.
import { fail } from "../errors.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readKeyId({ id }: { id: string }): string {
  if (!UUID.test(id)) throw fail.apiKeyUnknown();
  return id.toLowerCase();
}
