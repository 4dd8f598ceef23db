// A secret is sent to the address that it was set for. Whoever changes that address gives the secret again: otherwise they could have
// it sent to a server of their own, and read what no answer shows. Pure.
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { findSetting, SETTINGS } from "./catalogue.ts";
import { isSecret, type SettingChanges, type SettingTexts } from "./document.ts";

const SMS_SECRETS = SETTINGS.filter(({ name, entry }) => name.startsWith("SMS_") && entry.secret).map(({ name }) => name);

const SENT_TO: Readonly<Record<string, readonly string[]>> = {
  SMTP_HOST: ["SMTP_PASS"],
  SMTP_PORT: ["SMTP_PASS"],
  SECURITY_CAPTCHA_URL: ["SECURITY_CAPTCHA_SECRET"],
  SMS_GATEWAY_URL: SMS_SECRETS,
  MAILER_EMAIL_VALIDATION_SERVICE_URL: ["MAILER_EMAIL_VALIDATION_SERVICE_HEADERS"],
};

const PROVIDER_ADDRESS = /^EXTERNAL_(\w+?)_(?:API_)?URL$/;

/** Names of the secrets that go to the address which this setting is. */
function secretsSentTo(address: string): readonly string[] {
  const provider = PROVIDER_ADDRESS.exec(address)?.[1];
  return SENT_TO[address] ?? (provider === undefined ? [] : [`EXTERNAL_${provider}_SECRET`]);
}

/** `changes`: those with an effect. `all`: also the values that are given again as they were. */
export function throwIfSecretsMove({ origin }: AuthConfig, changes: SettingChanges, all: SettingChanges): void {
  for (const [address, text] of Object.entries(changes)) {
    if (text === null) continue;
    for (const secret of secretsSentTo(address)) {
      const setting = findSetting(secret);
      if (setting && origin.sourceOf(setting.entry) !== "default" && !Object.hasOwn(all, secret))
        throw fail.settingSecretMissing({ values: { address, secret } });
    }
  }
}

/** An undo gives secrets back, which must not go to an address that was set after they were taken away. */
export function throwIfRestoredElsewhere(restored: SettingChanges, before: SettingTexts, now: SettingTexts): void {
  const secrets = Object.keys(restored).filter((name) => isSecret(name) && restored[name] !== null);
  for (const { name: address } of SETTINGS) {
    if (Object.hasOwn(restored, address) || before[address] === now[address]) continue;
    const secret = secretsSentTo(address).find((each) => secrets.includes(each));
    if (secret !== undefined) throw fail.settingSecretMissing({ values: { address, secret } });
  }
}
