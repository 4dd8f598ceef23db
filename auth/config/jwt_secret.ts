// What is wrong with a secret that signs tokens, for the start, `cofre doctor` and the console.

export const LEAST_SECRET_BYTES = 32;

/** Secrets that stand in documentation and sample files, so everyone can sign tokens with them. */
const SAMPLE_SECRETS = new Set([
  "your-super-secret-jwt-token-with-at-least-32-characters-long",
  "super-secret-jwt-token-with-at-least-32-characters-long",
  "super-secret-jwt-token-with-at-least-32-characters",
  "your-super-secret-jwt-token-with-at-least-32-characters",
  "your-secret-jwt-token-with-at-least-32-characters-long",
  "a-string-secret-at-least-256-bits-long",
  "your-256-bit-secret",
  "your-384-bit-secret",
  "your-512-bit-secret",
  "your_jwt_secret",
  "jwt_secret",
  "supersecretvalue",
  "testsecret",
  "change-this! very important!",
  "changeme",
  "change-me",
  "password",
  "secret",
]);

export type SecretProblem = { kind: "published" } | { kind: "short"; bytes: number };

export function secretProblem(secret: string): SecretProblem | undefined {
  if (SAMPLE_SECRETS.has(secret.trim().toLowerCase())) return { kind: "published" };
  const bytes = Buffer.byteLength(secret);
  return bytes < LEAST_SECRET_BYTES ? { kind: "short", bytes } : undefined;
}
