import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProviderConfig } from "../config.ts";
import { enabledProvider } from "./enabled_provider.ts";

const complete = {
  enabled: true,
  clientIds: ["id"],
  secret: "secret",
  redirectUri: "https://auth.example.com/callback",
  url: undefined,
  apiUrl: undefined,
  emailOptional: false,
  skipNonceCheck: false,
} as ProviderConfig;

const find = (config: Partial<ProviderConfig>) =>
  enabledProvider("github", { config: { providers: { github: { ...complete, ...config } } } } as never);

test("a provider can be used that is switched on and has all that it takes", async () => {
  assert.equal((await find({})).provider.key, "github");
});

for (const [what, config, message] of [
  ["is switched off", { enabled: false }, "Unsupported provider: provider is not enabled"],
  ["has no client id", { clientIds: [] }, "Unsupported provider: missing OAuth client ID"],
  ["has an empty client id", { clientIds: [""] }, "Unsupported provider: missing OAuth client ID"],
  ["has no secret", { secret: undefined }, "Unsupported provider: missing OAuth secret"],
] as const) {
  test(`a provider that ${what} is refused with the real server's words`, async () => {
    await assert.rejects(find(config), { name: "Fault", status: 400, code: "validation_failed", message });
  });
}
