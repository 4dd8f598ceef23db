// Values of an export, which may hold anything: a value of the wrong type is named in the report, and nothing is guessed.
import { readSubject } from "../external/protocols/person.ts";
import { type MovedIdentity, uuidOf } from "./account.ts";

type Leave = (why: string) => void;

/** `otherwise` is the safe one of the two: it counts where the value is no boolean. A value that is missing or null is `absent`. */
export function flag(
  value: unknown,
  { name, absent, otherwise, taken: reading }: { name: string; absent: boolean; otherwise: boolean; taken: string },
  leave: Leave,
): boolean {
  if (value === undefined || value === null) return absent;
  if (typeof value === "boolean") return value;
  leave(`taken ${reading}, because its ${name} is neither true nor false`);
  return otherwise;
}

export function isConfirmed(value: unknown, name: string, leave: Leave): boolean {
  return flag(value, { name, absent: false, otherwise: false, taken: "as unconfirmed" }, leave);
}

export interface SourceIdentity {
  /** As the export names it. */
  name: unknown;
  /** The name of our provider; undefined where there is no equivalent. */
  provider: string | undefined;
  subject: unknown;
  data: Record<string, unknown>;
  lastSignInAt: string | null;
}

/** Ways in that are this service's own, or of providers that only an administrator adds. */
const RESERVED = /^(email|phone|anonymous|sso:.*)$/i;

/** As a list, which is empty where it stays behind. */
export function identityOf({ name, provider, subject, data, lastSignInAt }: SourceIdentity, leave: Leave): MovedIdentity[] {
  const providerId = readSubject(subject);
  if (!provider || RESERVED.test(provider) || providerId === undefined) {
    leave(`taken without its identity of ${String(name).slice(0, 60)}${provider && !providerId ? ", which names nobody" : ""}`);
    return [];
  }
  const facts = { sub: providerId, provider_id: providerId };
  return [{ id: uuidOf(`${provider} ${providerId}`), provider, providerId, data: { ...facts, ...data }, lastSignInAt }];
}

/** By its own keys alone: `constructor` is no provider. */
export function ours(providers: Readonly<Record<string, string>>, name: unknown): string | undefined {
  return typeof name === "string" && Object.hasOwn(providers, name) ? providers[name] : undefined;
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
