// An API key as auth shows one, and how commands print and find one.
import { type Columns, momentText } from "../command_line/output.ts";
import { RefusedError } from "../problems.ts";
import type { AuthServer } from "../server/auth_server.ts";

export interface ApiKey {
  id: string;
  name: string;
  starts_with: string;
  rights: string[];
  networks: string[];
  expires_at: string;
  old_key_until: string | null;
  last_used_at: string | null;
}

export const KEY_ARGUMENT = "KEY";
export const NAMED_BY = "KEY is a name or an id.";

export const KEY_COLUMNS: Columns<ApiKey> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  begins: ({ starts_with: start }) => start,
  expires: ({ expires_at: at }) => momentText(at),
  "last used": ({ last_used_at: at }) => momentText(at),
  networks: ({ networks }) => networks.join(" "),
  rights: ({ rights }) => rights.join(" "),
};

export async function listKeys(server: AuthServer): Promise<ApiKey[]> {
  return (await server.ask<{ api_keys: ApiKey[] }>("GET", "/admin/api-keys")).api_keys;
}

export async function findKey(server: AuthServer, name: string): Promise<ApiKey> {
  const key = (await listKeys(server)).find((each) => each.id === name || each.name === name);
  if (!key) throw new RefusedError("missing", `There is no API key "${name}".`);
  return key;
}
