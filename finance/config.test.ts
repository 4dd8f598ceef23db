import assert from "node:assert/strict";
import { test } from "node:test";
import { readFinanceConfig } from "./config.ts";

const GOOD = {
  FINANCE_DATABASE_URL: "postgres://cofre:hunter2@db.example.com:5432/cofre",
  FINANCE_AUTH_URL: "https://auth.example.com/",
  FINANCE_AUTH_TOKEN: "a.token.of.auth",
  FINANCE_JWT_SECRET: "a secret of auth",
};

test("with nothing but a database and an auth service every variable has its default", () => {
  const { config, faults, warnings } = readFinanceConfig(GOOD);
  assert.deepEqual({ faults, warnings }, { faults: [], warnings: [] });
  const { port, dbNamespace, dbMaxPoolSize, trustedProxies, tlsCert, requestIdHeader, logLevel } = config;
  assert.deepEqual([port, dbNamespace, dbMaxPoolSize, trustedProxies, logLevel], [8082, "finance", 0, [], "info"]);
  assert.deepEqual([tlsCert, requestIdHeader], [undefined, undefined]);
  const { authUrl, jwksUrl, jwtAud, timeZone } = config;
  assert.deepEqual(
    [authUrl, jwksUrl, jwtAud, timeZone],
    ["https://auth.example.com", undefined, "authenticated", "America/Sao_Paulo"],
  );
});

test("without the keys of access tokens the start says that they are refused; either kind of key will do", () => {
  const { FINANCE_JWT_SECRET: _secret, ...without } = GOOD;
  const { config, faults, warnings } = readFinanceConfig(without);
  assert.deepEqual([config.jwtSecret, faults], [undefined, []]);
  const line = "FINANCE_JWT_SECRET: not set, and FINANCE_JWKS_URL neither, so access tokens of auth (Bearer) are refused";
  assert.deepEqual(warnings, [{ level: "warn", line }]);
  const published = readFinanceConfig({ ...without, FINANCE_JWKS_URL: "https://auth.example.com/.well-known/jwks.json" });
  assert.deepEqual([published.faults, published.warnings], [[], []]);
});

test("the prefixed name wins over the bare one, and that over a fallback", () => {
  const { FINANCE_DATABASE_URL: _url, ...rest } = GOOD;
  const bare = { ...rest, DATABASE_URL: "postgres://b@bare/b" };
  const fallback = { DATABASE_URL: "postgres://f@fallback/f" };
  assert.equal(readFinanceConfig({ ...GOOD, ...bare }, fallback).config.databaseUrl, GOOD.FINANCE_DATABASE_URL);
  assert.equal(readFinanceConfig(bare, fallback).config.databaseUrl, bare.DATABASE_URL);
  assert.equal(readFinanceConfig({}, fallback).config.databaseUrl, fallback.DATABASE_URL);
});

test("proxies are addresses and ranges, and the TLS files come as a pair", () => {
  const { config, faults } = readFinanceConfig({
    ...GOOD,
    FINANCE_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    FINANCE_TLS_CERT: "cert.pem",
    FINANCE_TLS_KEY: "key.pem",
  });
  assert.deepEqual(faults, []);
  assert.deepEqual([config.trustedProxies, config.tlsCert, config.tlsKey], [["10.0.0.0/8", "::1"], "cert.pem", "key.pem"]);
});

/** The one line that each bad environment gives: its beginning, and a part of what it allows. */
const CASES: [set: Record<string, string>, begins: string, allowed: string][] = [
  [{ FINANCE_PORT: "65536" }, 'FINANCE_PORT: found "65536"', "from 0 to 65535"],
  [{ FINANCE_PORT: "https" }, 'FINANCE_PORT: found "https"', "from 0 to 65535"],
  [{ FINANCE_TLS_CERT: "cert.pem" }, "FINANCE_TLS_KEY: missing beside FINANCE_TLS_CERT", "a path"],
  [{ FINANCE_TLS_KEY: "key.pem" }, "FINANCE_TLS_CERT: missing beside FINANCE_TLS_KEY", "a path"],
  [{ FINANCE_TRUSTED_PROXIES: "10.0.0.0/33" }, 'FINANCE_TRUSTED_PROXIES: found "10.0.0.0/33"', "10.0.0.0/8"],
  [{ FINANCE_TRUSTED_PROXIES: "127.0.0.1,proxy" }, 'FINANCE_TRUSTED_PROXIES: found "127.0.0.1,proxy"', "10.0.0.0/8"],
  [{ FINANCE_DATABASE_URL: "" }, "FINANCE_DATABASE_URL: missing", "postgres://"],
  [{ FINANCE_DATABASE_URL: "mysql://a:canary@db/c" }, "FINANCE_DATABASE_URL: found a value of 21 characters", "postgres://"],
  [{ FINANCE_DATABASE_URL: "", DATABASE_URL: "postgres://a:canary@db" }, "DATABASE_URL: found a value of 22", "/database"],
  [{ FINANCE_DB_NAMESPACE: "Finance" }, 'FINANCE_DB_NAMESPACE: found "Finance"', "lower-case"],
  [{ FINANCE_DB_NAMESPACE: "pg_finance" }, 'FINANCE_DB_NAMESPACE: found "pg_finance"', "not beginning with pg_"],
  [{ FINANCE_DB_NAMESPACE: "table" }, 'FINANCE_DB_NAMESPACE: found "table" (a keyword of SQL)', "no keyword"],
  [{ FINANCE_DB_NAMESPACE: "x; drop schema finance" }, 'FINANCE_DB_NAMESPACE: found "x; drop schema finance"', "lower-case"],
  [{ FINANCE_AUTH_URL: "" }, "FINANCE_AUTH_URL: missing", "http://"],
  [{ FINANCE_AUTH_URL: "ftp://auth" }, 'FINANCE_AUTH_URL: found "ftp://auth"', "http://"],
  [{ FINANCE_AUTH_TOKEN: "" }, "FINANCE_AUTH_TOKEN: missing", "any text"],
  [{ FINANCE_JWKS_URL: "keys.json" }, 'FINANCE_JWKS_URL: found "keys.json"', "http://"],
  [{ FINANCE_TIME_ZONE: "Brasilia" }, 'FINANCE_TIME_ZONE: found "Brasilia"', "America/Sao_Paulo"],
  [{ FINANCE_TIME_ZONE: "-03:00" }, 'FINANCE_TIME_ZONE: found "-03:00"', "America/Sao_Paulo"],
  [{ FINANCE_DB_MAX_POOL_SIZE: "-1" }, 'FINANCE_DB_MAX_POOL_SIZE: found "-1"', "from 0 to 10000"],
  [{ LOG_LEVEL: "verbose" }, 'LOG_LEVEL: found "verbose"', "panic, fatal, error"],
  [{ FINANCE_LOG_LEVEL: "loud" }, 'FINANCE_LOG_LEVEL: found "loud"', "panic, fatal, error"],
  [{ FINANCE_METRICS_ENABLED: "yes" }, 'FINANCE_METRICS_ENABLED: found "yes"', "true or false"],
];

for (const [set, begins, allowed] of CASES) {
  const lines = Object.entries(set).map(([name, value]) => `${name}=${value}`);
  test(`${lines.join(" ")} is one fault`, () => {
    const { faults, warnings } = readFinanceConfig({ ...GOOD, ...set });
    assert.equal(faults.length, 1, faults.join("\n"));
    const [line = ""] = faults;
    assert.ok(line.startsWith(begins), line);
    assert.ok(line.split("; allowed: ")[1]?.includes(allowed), line);
    assert.ok(!line.includes("canary"), line);
    assert.deepEqual(warnings, []);
  });
}

test("all faults are reported together", () => {
  const { faults } = readFinanceConfig({ FINANCE_PORT: "x", FINANCE_TLS_CERT: "cert.pem", LOG_LEVEL: "y" });
  const names = faults.map((line) => line.split(":")[0]);
  assert.deepEqual(names.sort(), [
    "FINANCE_AUTH_TOKEN",
    "FINANCE_AUTH_URL",
    "FINANCE_DATABASE_URL",
    "FINANCE_PORT",
    "FINANCE_TLS_KEY",
    "LOG_LEVEL",
  ]);
});

test("a header name that cannot be one is warned of, and none is used", () => {
  const { config, faults, warnings } = readFinanceConfig({ ...GOOD, REQUEST_ID_HEADER: "X-Request-Id:" });
  assert.deepEqual([config.requestIdHeader, faults], [undefined, []]);
  assert.match(warnings[0]?.line ?? "", /^REQUEST_ID_HEADER: found "X-Request-Id:"; allowed: .*; the default is used$/);
});

test("an unknown variable with our prefix is warned of, with the name it was meant to be", () => {
  const { faults, warnings } = readFinanceConfig({ ...GOOD, FINANCE_TRUSTED_PROXY: "10.0.0.1", OTHER: "x" });
  assert.deepEqual(faults, []);
  const line = "FINANCE_TRUSTED_PROXY: unknown variable, it has no effect; did you mean FINANCE_TRUSTED_PROXIES?";
  assert.deepEqual(warnings, [{ level: "warn", line }]);
});
