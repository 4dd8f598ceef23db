import assert from "node:assert/strict";
import { test } from "node:test";
import { readAuthConfig } from "../auth/config.ts";
import { isAllowedRedirect } from "../auth/redirects/allow_list.ts";
import { relyingPartyOf } from "../auth/webauthn/relying_party.ts";
import { ownUrl, readAllInOneConfig, readFinanceBeside } from "./all_in_one_config.ts";
import type { Lan } from "./lan/lan.ts";

const BESIDE = { host: "localhost", url: "http://127.0.0.1:4711", token: "an admin token" };
const DATABASE = { DATABASE_URL: "postgres://cofre@db.example.com/cofre" };
const AUTH = {
  AUTHSVC_SITE_URL: "https://app.example.com",
  AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
  AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
  AUTHSVC_JWT_AUD: "people",
  ...DATABASE,
};

test("finance learns where auth listens, and what signs its tokens", () => {
  const auth = readAuthConfig(AUTH);
  assert.deepEqual(auth.faults, []);
  const { config, faults, warnings } = readFinanceBeside(auth.config, AUTH, {}, BESIDE);
  assert.deepEqual([faults, warnings], [[], []]);
  const { authUrl, authToken, jwtSecret, jwksUrl, jwtAud } = config;
  assert.deepEqual([authUrl, authToken], [BESIDE.url, BESIDE.token]);
  // Keys may be made later, while both run.
  const published = "http://127.0.0.1:4711/.well-known/jwks.json";
  assert.deepEqual([jwtSecret, jwksUrl, jwtAud], [AUTH.AUTHSVC_JWT_SECRET, published, "people"]);
});

test("an auth service that the environment names comes before the one beside", () => {
  const environment = { ...AUTH, FINANCE_AUTH_URL: "https://elsewhere.example.com", FINANCE_AUTH_TOKEN: "its token" };
  const { config } = readFinanceBeside(readAuthConfig(environment).config, environment, {}, BESIDE);
  assert.deepEqual([config.authUrl, config.authToken], ["https://elsewhere.example.com", "its token"]);
});

test("where finance takes tokens of apps, auth gives them, for the same scopes and under its own name", () => {
  const resource = "https://finance.example.com/rest/v2";
  const environment = { ...AUTH, FINANCE_OAUTH_RESOURCE: resource, FINANCE_OAUTH_SCOPES: "accounts:read,tags:read" };
  const { auth, finance } = readAllInOneConfig(environment);
  assert.deepEqual([auth.faults, finance.faults], [[], []]);
  assert.deepEqual(auth.config.oauthServerResources, { [resource]: ["accounts:read", "tags:read"] });
  assert.equal(finance.config.oauthIssuer, "https://auth.example.com");
  const own = readAllInOneConfig({ ...environment, AUTHSVC_OAUTH_SERVER_RESOURCES: "{}" });
  assert.deepEqual(own.auth.config.oauthServerResources, {});
  const wrong = readAllInOneConfig({ ...environment, FINANCE_OAUTH_SCOPES: "webhooks:write" }).finance.faults;
  assert.match(JSON.stringify(wrong), /FINANCE_OAUTH_SCOPES/);
});

test("with the OAuth server finance is a resource by its own address, and tokens can still be bound to others", () => {
  const on = { AUTHSVC_OAUTH_SERVER_ENABLED: "true", FINANCE_PORT: "9443" };
  const resourceOf = (environment: Record<string, string>, host?: string) => {
    const { auth, finance } = readAllInOneConfig({ ...on, ...environment }, undefined, undefined, undefined, host);
    assert.deepEqual([auth.faults, finance.faults], [[], []]);
    return [finance.config.oauthResource, auth.config.oauthServerResources && Object.keys(auth.config.oauthServerResources)];
  };
  const own = "https://localhost:9443/rest/v2";
  assert.deepEqual(resourceOf({}), [own, [own, "*"]]);
  assert.deepEqual(resourceOf({}, "0.0.0.0"), [own, [own, "*"]]);
  const elsewhere = "https://192.0.2.7:9443/rest/v2";
  assert.deepEqual(resourceOf({ FINANCE_HOST: "192.0.2.7" }), [elsewhere, [elsewhere, "*"]]);
  const named = "https://finance.example.com/rest/v2";
  assert.deepEqual(resourceOf({ FINANCE_OAUTH_RESOURCE: named }), [named, [named]]);
  // An operator who lists resources decides whether finance is one.
  assert.deepEqual(resourceOf({ AUTHSVC_OAUTH_SERVER_RESOURCES: "{}" }), [undefined, []]);
  assert.deepEqual(resourceOf({ AUTHSVC_OAUTH_SERVER_ENABLED: "false" }), [undefined, undefined]);
  assert.deepEqual(resourceOf({ FINANCE_AUTH_URL: "https://elsewhere.example.com" }), [undefined, undefined]);
  assert.deepEqual(resourceOf({ FINANCE_PORT: "0" }), [undefined, undefined]);
  const { auth } = readAllInOneConfig({ ...on, FINANCE_OAUTH_SCOPES: "tags:read" });
  assert.deepEqual(auth.config.oauthServerResources, { [own]: ["tags:read"], "*": [] });
});

test("before anything runs, nothing that the start will bring counts as missing", () => {
  const { auth, finance } = readAllInOneConfig({});
  assert.deepEqual([auth.faults, finance.faults, finance.warnings], [[], [], []]);
});

test("a service reaches itself at the address it listens on, at loopback where that is all of them", () => {
  const urls = [undefined, "0.0.0.0", "::", "::1", "192.0.2.7", "localhost"].map((host) => ownUrl(host, 81));
  assert.deepEqual(urls, [
    "http://127.0.0.1:81",
    "http://127.0.0.1:81",
    "http://[::1]:81",
    "http://[::1]:81",
    "http://192.0.2.7:81",
    "http://127.0.0.1:81",
  ]);
});

test("every service listens for this machine alone, unless --host or a variable of its own says otherwise", () => {
  const hosts = (environment: Record<string, string>, host?: string) => {
    const { auth, finance, web } = readAllInOneConfig(environment, undefined, undefined, undefined, host);
    assert.deepEqual([auth.faults, finance.faults, web.faults], [[], [], []]);
    return [auth.config.apiHost, finance.config.host, web.config.host, auth.config.prometheusHost];
  };
  assert.deepEqual(hosts({}), ["localhost", "localhost", "localhost", "localhost"]);
  const proxied = { WEB_TRUSTED_PROXIES: "10.0.0.0/8", FINANCE_TRUSTED_PROXIES: "10.0.0.0/8" };
  assert.deepEqual(hosts(proxied), ["localhost", "localhost", "localhost", "localhost"]);
  assert.deepEqual(hosts({}, "0.0.0.0"), ["0.0.0.0", "0.0.0.0", "0.0.0.0", "0.0.0.0"]);
  assert.deepEqual(hosts({ GOTRUE_API_HOST: "0.0.0.0" }), ["0.0.0.0", "localhost", "localhost", "localhost"]);
  assert.deepEqual(hosts({ AUTHSVC_API_HOST: "127.0.0.1" }, "::"), ["127.0.0.1", "::", "::", "::"]);
  assert.deepEqual(hosts({ WEB_HOST: "192.0.2.7" }), ["localhost", "localhost", "192.0.2.7", "localhost"]);
  assert.deepEqual(hosts({ FINANCE_HOST: "::" }), ["localhost", "::", "localhost", "localhost"]);
  assert.deepEqual(hosts({ OTEL_EXPORTER_PROMETHEUS_HOST: "::" }), ["localhost", "localhost", "localhost", "::"]);
});

test("a passkey that verified its user is both factors in the all-in-one, unless the operator says otherwise, and not in auth alone", () => {
  const uvAal2 = (environment: Record<string, string>) => readAllInOneConfig(environment).auth.config.passkeyUvAal2;
  assert.deepEqual([uvAal2({}), uvAal2(AUTH), uvAal2({ AUTHSVC_PASSKEY_UV_AAL2: "false" })], [true, true, false]);
  assert.equal(readAuthConfig(AUTH).config.passkeyUvAal2, false);
});

test("mails show the brand of the pages in the all-in-one: the logo only where the internet can load and show it", () => {
  const brandOf = (environment: Record<string, string>) => {
    const { mailerBrandName, mailerBrandColour, mailerBrandLogo } = readAllInOneConfig(environment).auth.config;
    return [mailerBrandName, mailerBrandColour, mailerBrandLogo];
  };
  assert.deepEqual(brandOf({}), ["Cofre", undefined, undefined]);
  const brand = { WEB_BRAND_NAME: "Casa", WEB_BRAND_COLOUR: "#1f5eff", WEB_BRAND_LOGO: "/srv/logo.png" };
  assert.deepEqual(brandOf(brand), ["Casa", "#1f5eff", undefined]);
  const outside = { ...brand, WEB_EXTERNAL_URL: "https://money.example.com" };
  assert.deepEqual(brandOf(outside), ["Casa", "#1f5eff", "https://money.example.com/brand/logo"]);
  assert.deepEqual(brandOf({ ...outside, WEB_BRAND_LOGO: "/srv/logo.SVG" })[2], undefined);
  assert.deepEqual(brandOf({ ...brand, AUTHSVC_MAILER_BRAND_NAME: "Another" })[0], "Another");
  assert.deepEqual(brandOf({ ...brand, AUTHSVC_SITE_URL: "https://app.example.com" }), [undefined, undefined, undefined]);
});

test("beside another site of the operator's, browsers may come back to web under the name that it was given, and under no other", () => {
  const config = (environment: Record<string, string>) =>
    readAllInOneConfig({ AUTHSVC_SITE_URL: "https://site.example.com", ...environment }).auth.config;
  const named = config({ WEB_EXTERNAL_URL: "https://money.example.com", AUTHSVC_URI_ALLOW_LIST: "com.example.app://login" });
  for (const target of ["https://money.example.com/confirm", "https://money.example.com", "com.example.app://login"])
    assert.equal(isAllowedRedirect(target, named), true, target);
  assert.equal(named.mailerUrlPathsConfirmation, "/verify", "mails of the other site lead where they did");
  for (const target of ["http://localhost:8080/confirm", "https://other.example.com/"])
    assert.equal(isAllowedRedirect(target, config({})), false, target);
});

test("in a network links name its address, or the chosen name; passkeys are of a name, and this machine is led back to as before", () => {
  const wlan = { address: "192.168.1.20", network: "192.168.1.20/24", interface: "wlan0" };
  const other = { address: "fd00::14", network: "fd00::14/64", interface: "wlan0" };
  const byAddress = { addresses: [wlan, other], names: ["localhost", "pi.local"], host: wlan.address, isNamed: false };
  const configOf = (environment: Record<string, string>, lan?: Lan) =>
    readAllInOneConfig(environment, undefined, undefined, 8080, undefined, lan).auth.config;
  const config = configOf({ AUTHSVC_URI_ALLOW_LIST: "com.example.app://login" }, byAddress);
  assert.equal(config.siteUrl, "https://192.168.1.20:8080");
  assert.equal(config.mailerUrlPathsConfirmation, "https://192.168.1.20:8080/confirm");
  assert.deepEqual(relyingPartyOf(config).id, "localhost");
  const origins = ["https://192.168.1.20:8080", "https://[fd00::14]:8080", "https://pi.local:8080", "http://localhost:8080"];
  for (const target of [...origins, ...origins.map((each) => `${each}/new_password?next=%2F`), "http://127.0.0.1:5173/cb"])
    assert.equal(isAllowedRedirect(target, config), true, target);
  for (const target of [
    "http://192.168.1.20:8080/",
    "https://192.168.1.21:8080/",
    "https://192.168.1.20:8443/",
    "https://evil.local/",
  ])
    assert.equal(isAllowedRedirect(target, config), false, target);
  assert.equal(isAllowedRedirect("com.example.app://login", config), true, "the operator's own list counts too");

  const byName = configOf({}, { ...byAddress, host: "cofre.home.arpa", isNamed: true });
  assert.equal(byName.siteUrl, "https://cofre.home.arpa:8080");
  assert.deepEqual(relyingPartyOf(byName).origins, ["https://cofre.home.arpa:8080"]);
  assert.equal(relyingPartyOf(byName).id, "cofre.home.arpa");
  assert.equal(configOf({ AUTHSVC_SITE_URL: "https://app.example.com" }, byAddress).webauthnRpId, undefined);
});
