// What commands that make users have in common.
import type { Options, OptionValues } from "../command_line/command.ts";
import { UsageError } from "../problems.ts";

export const IF_MISSING_OPTION = {
  "if-missing": { doc: "leave an existing user as they are, and show them" },
} as const satisfies Options;

export const METADATA_OPTION = { metadata: { value: "JSON", doc: "user_metadata, an object" } } as const satisfies Options;

export function readMetadata(options: OptionValues, name: string): object | undefined {
  const text = options.text(name);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Told below.
  }
  throw new UsageError(`--${name} takes an object as JSON, such as '{"plan": "pro"}'.`);
}
