// Collects the secrets of a run, to search for them where they must not be.

export type SecretKind =
  | "password"
  | "access token"
  | "refresh token"
  | "link token"
  | "code"
  | "API token"
  | "provider secret"
  | "factor secret"
  | "server secret";

export interface Secret {
  kind: SecretKind;
  text: string;
}

export interface Secrets {
  readonly all: readonly Secret[];
  keep(kind: SecretKind, text: string | undefined): void;
  /** Collects the secrets of an answer. */
  harvest(body: unknown, location?: string): void;
}

const SHORTEST = 8;

const KINDS: Readonly<Record<string, SecretKind>> = {
  access_token: "access token",
  refresh_token: "refresh token",
  provider_token: "provider secret",
  provider_refresh_token: "provider secret",
  hashed_token: "link token",
  email_otp: "code",
  token: "API token",
};

export function openSecrets(): Secrets {
  const existing = new Map<string, Secret>();
  const secrets: Secrets = {
    get all() {
      return [...existing.values()];
    },
    keep: (kind, text) => {
      if (text && text.length >= SHORTEST) existing.set(text, { kind, text });
    },
    harvest: (body, location) => {
      if (typeof body === "object" && body !== null) {
        for (const [key, value] of Object.entries(body)) {
          const kind = KINDS[key];
          if (kind && typeof value === "string") secrets.keep(kind, value);
        }
      }
      const fragment = location?.split("#")[1];
      if (fragment) secrets.harvest(Object.fromEntries(new URLSearchParams(fragment)));
    },
  };
  return secrets;
}

/** Encodings of a secret. Base64 differs at each of three offsets within a longer text. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const spelled = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    // The first and last characters share bits with the surrounding bytes.
    const [from, to] = [Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 8) / 6)];
    return whole.slice(from, to);
  });
  const hex = bytes.toString("hex");
  const urls = spelled.map((each) => each.replaceAll("+", "-").replaceAll("/", "_"));
  const forms = [text, encodeURIComponent(text), new URLSearchParams({ "": text }).toString().slice(1), hex, hex.toUpperCase()];
  return [...new Set([...forms, ...spelled, ...urls])].filter((form) => form.length >= SHORTEST);
}

export interface SecretMatch {
  secret: Secret;
  /** A few characters before it, as context. */
  before: string;
}

/** Finds all secrets in a text in one pass. */
export function findSecrets(text: string, secrets: readonly Secret[]): SecretMatch[] {
  const byStart = new Map<string, { form: string; secret: Secret }[]>();
  for (const secret of secrets) {
    for (const form of formsOf(secret.text)) {
      const start = form.slice(0, SHORTEST);
      byStart.set(start, [...(byStart.get(start) ?? []), { form, secret }]);
    }
  }
  const matches = new Map<Secret, SecretMatch>();
  for (let at = 0; at + SHORTEST <= text.length; at++) {
    for (const { form, secret } of byStart.get(text.slice(at, at + SHORTEST)) ?? []) {
      if (!matches.has(secret) && text.startsWith(form, at))
        matches.set(secret, { secret, before: text.slice(Math.max(0, at - 60), at) });
    }
  }
  return [...matches.values()];
}
