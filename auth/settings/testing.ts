// Test support: settings as an administrator sees and changes them.
import assert from "node:assert/strict";
import type { Reply } from "../../kernel/testing/client.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import type { AuthWorld } from "../endpoint.ts";
import { startAuth } from "../main.ts";
import type { TestAuth } from "../testing.ts";

export interface ShownSettings {
  version: number;
  enabled: boolean;
  fits: boolean;
  pending: { version: number; confirm_before: string } | null;
  awaiting_restart: string[];
  settings: ShownSetting[];
}

export interface ShownSetting {
  name: string;
  value: string | null;
  source: string;
  locked: boolean;
  secret: boolean;
  stored: boolean;
  [key: string]: unknown;
}

export interface ChangedSettings {
  version: number;
  changes: Record<string, { before: string | null; after: string | null }>;
  trials: { name: string; outcome: string; detail: string }[];
  confirm_before: string | null;
  awaiting_restart: string[];
}

type Values = Record<string, string | null>;

export async function readSettings(auth: TestAuth): Promise<ShownSettings> {
  const reply = await auth.get("/admin/settings", auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ShownSettings;
}

export async function setting(auth: TestAuth, name: string): Promise<ShownSetting> {
  const { settings } = await readSettings(auth);
  return settings.find((each) => each.name === name) as ShownSetting;
}

/** On the version that counts now, unless the body says another. */
export async function patch(
  auth: TestAuth,
  set: Values,
  headers = auth.admin as Record<string, string>,
  more = {},
): Promise<Reply> {
  const { version: base } = await readSettings(auth);
  return auth.call("/admin/settings", { method: "PATCH", headers, body: { base, set, ...more } });
}

export async function change(auth: TestAuth, set: Values, ...rest: [Record<string, string>?, object?]): Promise<ChangedSettings> {
  const reply = await patch(auth, set, ...rest);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ChangedSettings;
}

export interface SettingsReplica extends AsyncDisposable {
  world: AuthWorld;
}

/** Another process, as good as: nothing but the database and the environment are shared. */
export async function startReplica(auth: TestAuth, overrides: Partial<AuthWorld["config"]> = {}): Promise<SettingsReplica> {
  const { config } = auth.service.world.config.origin.withSettings({});
  const service = await startAuth({
    config: { ...config, ...overrides },
    log: recordingLog(),
    delivers: false,
    evenStepMs: 0,
    isPrepared: true,
  });
  return { world: service.world, [Symbol.asyncDispose]: () => service.stop() };
}
