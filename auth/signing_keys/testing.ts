// Test support: signing keys as an administrator sees and changes them.
import assert from "node:assert/strict";
import type { TestAuth } from "../testing.ts";
import type { SigningKeyView } from "./key_reply.ts";

export type ListedKey = SigningKeyView & { kid: string };

export interface ListedKeys {
  signing_keys: SigningKeyView[];
  changeable: boolean;
  pending: { version: number; confirm_before: string } | null;
  jwks_url: string;
  longest_token_seconds: number;
}

type Headers = Record<string, string>;

export async function listKeys(auth: TestAuth): Promise<ListedKeys> {
  const reply = await auth.get("/admin/signing-keys", auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ListedKeys;
}

export async function addKey(auth: TestAuth, body: object = {}, headers: Headers = auth.admin): Promise<ListedKey> {
  const reply = await auth.post("/admin/signing-keys", body, headers);
  assert.equal(reply.status, 201, reply.text);
  return (reply.body as { signing_key: ListedKey }).signing_key;
}

export const signWith = (auth: TestAuth, kid: string, query = "", headers: Headers = auth.admin) =>
  auth.call(`/admin/signing-keys/${kid}/sign${query}`, { method: "POST", headers });

export const retire = (auth: TestAuth, kid: string, query = "", headers: Headers = auth.admin) =>
  auth.call(`/admin/signing-keys/${kid}${query}`, { method: "DELETE", headers });
