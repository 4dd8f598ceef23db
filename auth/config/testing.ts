// Test support: environments that have nothing wrong with them.
import assert from "node:assert/strict";
import { type AuthConfig, readAuthConfig } from "../config.ts";

export const REQUIRED = {
  AUTHSVC_SITE_URL: "https://app.example.com/",
  AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
  AUTHSVC_DB_DATABASE_URL: "postgres://cofre@db/cofre",
  AUTHSVC_JWT_SECRET: "a long random text that no sample file has, 0123456789",
};

/** The configuration of an environment that has nothing wrong with it. */
export function read(set: Record<string, string> = {}): AuthConfig {
  const { config, faults, warnings } = readAuthConfig({ ...REQUIRED, ...set });
  assert.deepEqual({ faults, warnings }, { faults: [], warnings: [] });
  return config;
}
