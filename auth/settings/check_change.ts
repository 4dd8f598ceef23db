// Whether settings may be changed so, by what they say alone. Pure: nothing is asked of anybody.
import { FormatError } from "../../kernel/config/formats.ts";
import { isMetadataAddress } from "../../kernel/outbound/metadata_address.ts";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { openJwtKeys } from "../keys/jwt.ts";
import { unreadableEntries } from "../redirects/allow_list.ts";
import { findSetting, isOfEnvironment, type Setting } from "./catalogue.ts";
import type { SettingChanges, SettingTexts } from "./document.ts";
import { configWith } from "./start_settings.ts";

/** Throws unless each setting is there, is not the environment's, and its value has the right form. */
export function checkEach(config: AuthConfig, changes: SettingChanges): void {
  for (const [name, text] of Object.entries(changes)) {
    const setting = requireSetting(name);
    if (text === null) continue;
    if (config.origin.sourceOf(setting.entry) === "environment") throw fail.settingLocked({ values: { name } });
    checkText(setting, text);
  }
}

const LONGEST_SHOWN = 80;

function requireSetting(name: string): Setting {
  if (isOfEnvironment(name)) throw fail.settingOfEnvironment({ values: { name } });
  const setting = findSetting(name);
  if (!setting) throw fail.settingUnknown({ values: { name: name.slice(0, LONGEST_SHOWN) } });
  return setting;
}

function checkText({ name, entry: { format } }: Setting, text: string): void {
  const value = format.exact ? text : text.trim();
  if (value === "") throw invalid(`${name}: is empty; null takes a setting away`);
  const host = URL.parse(name === "SMTP_HOST" ? `http://${value}` : value)?.hostname;
  if (host !== undefined && isMetadataAddress(host))
    throw invalid(`${name}: nothing is sent to link-local addresses and metadata services`);
  try {
    format.read(value);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const reason = error.message === "" ? "" : ` (${error.message})`;
    throw invalid(`${name}: cannot be taken${reason}; allowed: ${format.allowed}`);
  }
}

/** The configuration with these settings. Throws where they do not fit each other or the environment. */
export function checkTogether(config: AuthConfig, texts: SettingTexts, unreadable: readonly string[]): AuthConfig {
  const { config: next, faults } = configWith(config, texts, unreadable);
  const problems = [...faults, ...unreadableRedirects(next), ...keyProblems(next)];
  if (problems.length > 0) throw invalid(problems.join("; "));
  return next;
}

function unreadableRedirects({ uriAllowList }: AuthConfig): string[] {
  return unreadableEntries(uriAllowList).map((entry) => `URI_ALLOW_LIST: ${entry} is no pattern and allows nothing`);
}

/** Keys are imported when they are used, and that can fail too. */
function keyProblems(config: AuthConfig): string[] {
  try {
    openJwtKeys(config);
    return [];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [error.message];
  }
}

const invalid = (problem: string) => fail.settingInvalid({ values: { problem } });
