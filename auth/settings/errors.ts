// The errors of stored settings, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const settingsErrors = {
  settingUnknown: [400, "setting_unknown", "No setting is called {name}"],
  settingInvalid: [400, "setting_invalid", "{problem}"],
  settingLocked: [422, "setting_locked", "{name} is set by the environment of the server, which wins over what is stored"],
  settingOfEnvironment: [422, "setting_locked", "{name} can be set by the environment of the server alone"],
  settingSecretMissing: [
    422,
    "setting_secret_missing",
    "{secret} is sent to the address that {address} names: change both together, so that nobody has it sent elsewhere",
  ],
  settingsChanged: [
    409,
    "settings_changed",
    "The settings were changed in the meantime: version {version} counts now. Read them again",
  ],
  settingsUnconfirmed: [409, "settings_unconfirmed", "Version {version} waits for its confirmation: confirm it, or take it back"],
  settingTrialFailed: [422, "setting_trial_failed", "{problem}"],
  settingsLockOut: [422, "settings_lock_out", "No owner of this server could sign in any more: {problem}"],
  versionUnknown: [404, "settings_version_not_found", "No version of the settings has this number"],
  versionNotPending: [409, "settings_not_pending", "This version does not wait for a confirmation"],
  versionOverwritten: [409, "settings_changed", "{names} were changed again since that version"],
  versionWithoutEffect: [422, "settings_unchanged", "This would change nothing"],
} as const satisfies Record<string, ErrorRow>;
