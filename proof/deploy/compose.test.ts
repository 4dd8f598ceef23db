// The compose files: what the product takes, what their programs need, and what keeps a container closed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { secretLines } from "../../commands/secrets.ts";
import { VERSION } from "../../kernel/process/version.ts";
import { faultsOf, listeningOf, SERVICES } from "./accepted.ts";
import { type ComposeFile, type ComposeService, readCompose, readDeployed, readVariables } from "./files.ts";

const SECRETS = readVariables(secretLines(new Date()));
const one = readCompose("compose.yaml");
const replicas = readCompose("compose.replicas.yaml", SECRETS);
const ours = ({ services }: ComposeFile) => Object.entries(services).filter(([, { image }]) => /^cofre/.test(image));

test("compose.yaml runs the all-in-one of this version, whose ports are published to this machine alone", () => {
  const { cofre } = one.services;
  assert.equal(cofre?.image, `cofre:${VERSION}`);
  assert.deepEqual(cofre?.command, ["start", "--host", "0.0.0.0"]);
  const ports = SERVICES.map((each) => listeningOf(each, {}).port).map((port) => `127.0.0.1:${port}:${port}`);
  assert.deepEqual(cofre?.ports?.toSorted(), ports.toSorted());
  assert.deepEqual(cofre?.environment, { COFRE_HOME: "/data" });
  assert.deepEqual(cofre?.volumes, ["data:/data"]);
});

test("compose.replicas.yaml runs two replicas of each service of this version, which accepts their environments", () => {
  for (const service of SERVICES) {
    const pair = ours(replicas).filter(([, { command }]) => command[0] === service);
    assert.deepEqual(
      pair.map(([name]) => name),
      [`${service}-1`, `${service}-2`],
    );
    for (const [name, { image, command, environment = {} }] of pair) {
      assert.deepEqual([image, command], [`cofre-services:${VERSION}`, [service]], name);
      assert.deepEqual(faultsOf(service, environment), [], name);
    }
  }
  const withMail = readCompose("compose.replicas.yaml", {
    ...SECRETS,
    SMTP_HOST: "smtp.example.com",
    SMTP_FROM: "a@example.com",
  });
  assert.deepEqual(faultsOf("auth", withMail.services["auth-1"]?.environment ?? {}), []);
  const { migrate } = replicas.services;
  assert.equal(migrate?.image, `cofre-services:${VERSION}`);
  assert.deepEqual(Object.keys(migrate?.environment ?? {}), ["COFRE_HOME", "DATABASE_URL"]);
});

test("a secret that is missing stops compose with its name", () => {
  for (const name of Object.keys(SECRETS))
    assert.throws(() => readCompose("compose.replicas.yaml", { ...SECRETS, [name]: "" }), new RegExp(`${name} is not set`));
});

test("the services share what they must: database, secret, proxies, and addresses that lead to each other", () => {
  const { auth, finance, web } = environmentsOf(replicas);
  assert.equal(auth.AUTHSVC_DB_DATABASE_URL, finance.FINANCE_DATABASE_URL);
  assert.equal(auth.AUTHSVC_DB_DATABASE_URL, replicas.services.migrate?.environment?.DATABASE_URL);
  assert.equal(auth.AUTHSVC_JWT_SECRET, finance.FINANCE_JWT_SECRET);
  assert.equal(auth.AUTHSVC_SITE_URL, web.WEB_EXTERNAL_URL);
  assert.equal(auth.AUTHSVC_API_EXTERNAL_URL, web.WEB_AUTH_EXTERNAL_URL);
  const subnet = replicas.networks?.inside?.ipam?.config[0]?.subnet;
  for (const name of [auth.AUTHSVC_TRUSTED_PROXIES, finance.FINANCE_TRUSTED_PROXIES, web.WEB_TRUSTED_PROXIES])
    assert.equal(name, subnet);
  const caddyfile = readDeployed("Caddyfile");
  for (const url of [finance.FINANCE_AUTH_URL, web.WEB_AUTH_URL, web.WEB_FINANCE_URL]) {
    const { hostname, port } = new URL(url ?? "");
    assert.equal(hostname, "caddy");
    assert.match(caddyfile, new RegExp(`^http://:\\{\\$\\w+:${port}\\} \\{$`, "m"));
  }
  for (const service of SERVICES) {
    const { port } = listeningOf(service, environmentsOf(replicas)[service]);
    assert.ok(caddyfile.includes(`${service}-1:${port} ${service}-2:${port}}`), service);
  }
  assert.deepEqual(
    Object.keys(replicas.services.caddy?.environment ?? {}),
    [...caddyfile.matchAll(/\{\$(COFRE_\w+)/g)].map(([, name]) => name),
  );
});

test("each container has a health check of plain words, and those of Cofre write nothing and may do nothing", () => {
  for (const [name, service] of [...Object.entries(one.services), ...Object.entries(replicas.services)]) {
    if (!["migrate", "caddy"].includes(name)) assert.ok(isPlain(service.healthcheck?.test), name);
    assert.ok(service.security_opt?.includes("no-new-privileges"), name);
  }
  for (const [name, { user, read_only, cap_drop, healthcheck, command }] of [...ours(one), ...ours(replicas)]) {
    assert.deepEqual([user, read_only, cap_drop], ["65532:65532", true, ["ALL"]], name);
    const asked = command[0] === "start" ? [] : command;
    if (name !== "migrate") assert.deepEqual(healthcheck?.test, ["CMD", "cofre", "health", ...asked], name);
  }
});

test("services start after the migration, and only Caddy is published", () => {
  for (const [name, { depends_on }] of ours(replicas)) {
    const condition =
      name === "migrate"
        ? { postgres: { condition: "service_healthy" } }
        : { migrate: { condition: "service_completed_successfully" } };
    assert.deepEqual(depends_on, condition, name);
  }
  const published = Object.entries(replicas.services).filter(([, { ports }]) => ports);
  assert.deepEqual(
    published.map(([name]) => name),
    ["caddy"],
  );
});

const isPlain = (words: string[] = []) => words[0] === "CMD" && words.every((word) => /^[\w-]+$/.test(word));

function environmentsOf({ services }: ComposeFile) {
  const of = (name: string) => (services[name] as ComposeService).environment ?? {};
  return { auth: of("auth-1"), finance: of("finance-1"), web: of("web-1") };
}
