// The tree follows tidy/rules.ts, and each rule detects violations.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Files } from "./files.ts";
import { rules } from "./rules.ts";

const ROOT = join(import.meta.dirname, "..");
const tree = readTree();

for (const [name, rule] of Object.entries(rules)) {
  test(`in this tree ${name}`, () => {
    const offences = rule(tree);
    assert.equal(offences.length, 0, `\n${offences.join("\n")}`);
  });
}

test("the tree was read", () => {
  for (const path of ["package.json", "package-lock.json", "kernel/http/http.ts", "auth/routes.ts", "finance/routes.ts"]) {
    assert.ok(tree.has(path), path);
  }
});

const endpoint = (path: string, method = "GET", name = "it") =>
  `export const ${name} = endpoint({\n  method: "${method}",\n  path: "${path}",\n});\n`;
const LONG = "word ".repeat(33);
const routes = (...lines: string[]) => `export const routes = [\n${lines.map((line) => `  ${line}\n`).join("")}];\n`;

/** The rule, a part of the reported line, and the files that break it. */
const OFFENCES: [rule: string, reported: string, files: Record<string, string>][] = [
  ["areas", "kernel/http.ts: imports auth/errors.ts", { "kernel/http.ts": 'import { fail } from "../auth/errors.ts";' }],
  ["areas", "kernel may", { "kernel/testing/x.ts": 'import type { A } from "../../finance/main.ts";' }],
  ["areas", "kernel may", { "kernel/x.test.ts": 'import "../docs/generate.ts";' }],
  ["areas", "auth may", { "auth/users/x.ts": 'const x = await import("../../finance/money.ts");' }],
  ["areas", "finance may", { "finance/main.ts": 'export {\n  x,\n} from "../auth/main.ts";' }],
  ["areas", "only cofre.ts may", { "docs/x.ts": 'import { start } from "../commands/start.ts";' }],
  ["areas", "only cofre.ts may", { "tool.ts": 'import { start } from "./commands/start.ts";' }],
  ["areas", "proof/faults may", { "proof/faults/x.ts": 'import { x } from "../attack/x.ts";' }],
  ["areas", "web may", { "web/pages/x.ts": 'import { call } from "../app/api.ts";' }],
  ["areas", "add the folder new", { "new/x.ts": 'import { sql } from "../kernel/sql.ts";' }],
  [
    "no circle",
    "kernel/a.ts, kernel/b.ts, kernel/c.ts: import each other",
    {
      "kernel/a.ts": 'import { b } from "./b.ts";',
      "kernel/b.ts": 'import type { C } from "./c.ts";',
      "kernel/c.ts": 'export { a } from "./a.ts";\nimport { d } from "./d.ts";',
      "kernel/d.ts": 'const later = () => import("./a.ts");',
    },
  ],
  ["test support", "for tests", { "auth/main.ts": 'import { startTestAuth } from "./testing.ts";' }],
  ["test support", "for tests", { "kernel/http.ts": 'import { call } from "./testing/client.ts";' }],
  ["test support", "for tests", { "proof/bench/x.ts": 'import { call } from "../../kernel/testing/client.ts";' }],
  ["a slice", "sessions stands to the right of users", { "auth/users/x.ts": 'import { a } from "../sessions/queries.ts";' }],
  [
    "a slice",
    "transactions stands to the right of accounts",
    { "finance/accounts/x.ts": 'import { a } from "../transactions/x.ts";' },
  ],
  ["a slice", "accounts stands to the right of money", { "finance/money.ts": 'import { a } from "./accounts/x.ts";' }],
  ["a slice", "pages stands to the right of sessions", { "web/sessions/x.ts": 'import { a } from "../pages/x.ts";' }],
  ["a slice", "auth/main.ts, which no slice may", { "auth/users/x.ts": 'import { a } from "../main.ts";' }],
  ["a slice", "newcomer is missing", { "auth/newcomer/x.ts": 'import { a } from "../errors.ts";' }],
  [
    "endpoint files",
    "only routes.ts may",
    { "auth/users/user.ts": endpoint("/user"), "auth/admin/x.ts": 'import { it } from "../users/user.ts";' },
  ],
  ["libraries", "fastify", { "auth/main.ts": 'import fastify from "fastify";' }],
  ["libraries", "@fastify/cors", { "auth/main.ts": 'import cors from "@fastify/cors";' }],
  ["libraries", "pg", { "finance/accounts/queries.ts": 'import pg from "pg";' }],
  ["libraries", "pg", { "kernel/http.ts": 'import pg from "pg";' }],
  ["libraries", "graphile-worker", { "kernel/http.ts": 'import { run } from "graphile-worker";' }],
  ["requests", "opens a request", { "auth/sms/x.ts": "const answer = await fetch(url);" }],
  ["requests", "opens a request", { "web/upstream/x.ts": 'import { Agent, request as send } from "node:https";' }],
  ["requests", "opens a request", { "commands/x.ts": "http.get(url, resolve);" }],
  ["statements", "holds SQL: select", { "auth/users/user.ts": "tx.one(sql`select id\n from users`)" }],
  ["statements", "holds SQL: delete", { "finance/tags/tags.ts": `run(sql\`with x as (\${sql\`delete from tags\`}) select 1\`)` }],
  ["only its owner", "writes users, which belongs to users", { "auth/limits/queries.ts": "run(sql`insert into users (id)`)" }],
  ["only its owner", "writes users", { "auth/limits/queries_x.ts": "sql`with x as (\n update users account\n set a = 1)`" }],
  ["only its owner", "writes sessions", { "auth/limits/queries.ts": `sql\`with x as (\${y}), z as (delete from sessions)\`` }],
  ["only its owner", "writes tries", { "auth/users/queries.ts": "sql`truncate tries`" }],
  ["only its owner", "writes spaces", { "finance/tags/queries.ts": "sql`merge into spaces`" }],
  ["only its owner", "writes notes, which has no owner", { "auth/users/queries.ts": "sql`delete from notes`" }],
  ["entities", "changes accounts", { "finance/tags/tags.ts": "return { before: { accounts: [a] }, after: {} };" }],
  ["entities", "changes series", { "finance/budgets/x.ts": "after: { budgets, ...(s && { series: [s] }) }," }],
  ["entities", "changes space", { "finance/tags/x.ts": "space: { default_account_id: id }," }],
  ["entities", "changes transactions", { "finance/budgets/x.ts": "await bulk.deleteRows(rows);" }],
  ["only the configuration", "reads the environment", { "auth/main.ts": "const port = process.env.PORT;" }],
  ["only the configuration", "reads the environment", { "commands/start.ts": 'import { env } from "node:process";' }],
  ["files and folders", "snake_case", { "auth/signUp.ts": "" }],
  ["files and folders", "snake_case", { "auth/sign-up/queries.ts": "" }],
  ["TypeScript", "enum", { "auth/x.ts": "export enum Kind { A }" }],
  ["TypeScript", "type any", { "auth/x.ts": "const x = (y: any) => y;" }],
  ["TypeScript", "type any", { "finance/x.ts": "const x = y as any;" }],
  ["TypeScript", "default export", { "auth/x.ts": "export default 1;" }],
  ["TypeScript", "imports ./y without .ts", { "auth/x.ts": 'import { y } from "./y";' }],
  ["no file is long", "301 lines", { "kernel/x.ts": "\n".repeat(301) }],
  ["no file is long", "401 lines", { "web/app/styles/x.css": "\n".repeat(401) }],
  ["no file is long", "401 lines", { "finance/post/x.sql": "\n".repeat(401) }],
  ["a name says", "auth/x.ts: asked says nothing", { "auth/x.ts": "const { asked, found: rows } = y;" }],
  ["a name says", "auth/x.ts: Shown says nothing", { "auth/x.ts": "interface Shown {}" }],
  ["a name says", "auth/x.ts: given says nothing", { "auth/x.ts": "const x = list.map((given) => y);" }],
  ["the state of the app", "let cursor belongs", { "web/app/data/x.ts": "let cursor = 0;" }],
  ["the state of the app", "const seen = new Set belongs", { "web/app/data/x.ts": "export const seen = new Set<string>();" }],
  ["tests wait", "waits by setTimeout", { "auth/x.test.ts": 'import { setTimeout as sleep } from "node:timers/promises";' }],
  ["tests wait", "waits by setTimeout", { "auth/testing.ts": "await new Promise((done) => setTimeout(done, 50));" }],
  ["nothing is left", "says TODO", { "README.md": "TODO: write this" }],
  ["nothing is left", "leaves tests out", { "kernel/x.test.ts": 'test.only("x", () => {});' }],
  ["nothing is left", "leaves tests out", { "kernel/x.test.ts": 'test.skip("x", () => {});' }],
  ["no file knows", "names /home/ana", { "docs/x.md": "see `/home/ana/cofre`" }],
  ["no file knows", "names /root/cofre", { ".ci/run": "cd /root/cofre" }],
  ["decision records", "has no date and status", { "docs/decisions/041_x.md": "# 041: X\n\nAccepted on 2026-11-18.\n" }],
  ["decision records", "has no date and status", { "docs/decisions/041_x.md": "# 041: X\n\n2026-11-18\n" }],
  ["lines of prose", "README.md:3: has more than 160", { "README.md": `# X\n\n${LONG}\n` }],
  ["lines of prose", "docs/x.md:4: has more than 160", { "docs/x.md": `\`\`\`sh\nls\n\`\`\`\n- ${LONG}\n` }],
  ["sentences of the site", "has more than 25 words", { "docs/site/pages/x.md": `# X\n\nShort. ${LONG.slice(0, 150)}.\n` }],
  ["packages", "fastify has no exact version", { "package.json": '{ "dependencies": { "fastify": "^5.0.0" } }' }],
  ["packages", "registry", { "package-lock.json": '"resolved": "https://registry.npmjs.org/x.tgz"' }],
  ["an endpoint", "belongs in a file named admin_users.ts", { "auth/admin/users.ts": endpoint("/admin/users/:id") }],
  ["an endpoint", "it is missing in auth/routes.ts", { "auth/service/health.ts": endpoint("/health") }],
  ["an endpoint", "not exported as such", { "auth/service/health.ts": "const health = endpoint({\n});" }],
  [
    "an endpoint",
    "it is missing in finance/routes.ts",
    { "finance/tags/tags.ts": endpoint("/tags").replace("endpoint", "writeEndpoint<{ id: string }>") },
  ],
  ["an endpoint", "gone is no endpoint", { "finance/routes.ts": routes("gone, // GET /gone") }],
  [
    "an endpoint",
    "it is GET /tags",
    { "finance/tags/tags.ts": endpoint("/tags"), "finance/routes.ts": routes("it, // GET /tag") },
  ],
  [
    "an endpoint",
    "/users is not in URL order",
    {
      "auth/users/users.ts": endpoint("/users", "GET", "list") + endpoint("/users/:id", "GET", "one"),
      "auth/routes.ts": routes("one, // GET /users/:id", "list, // GET /users"),
    },
  ],
];

for (const [start, reported, files] of OFFENCES) {
  test(`"${start} ..." notices ${JSON.stringify(files).slice(0, 90)}`, () => {
    const offences = ruleThatStarts(start)(new Map(Object.entries(files)));
    assert.ok(
      offences.some((line) => line.includes(reported)),
      `reported: ${offences.join("; ") || "nothing"}`,
    );
  });
}

test("every rule has an offence that shows it at work", () => {
  const shown = new Set(OFFENCES.map(([start]) => ruleThatStarts(start)));
  assert.deepEqual(
    Object.keys(rules).filter((name) => !shown.has(rules[name]!)),
    [],
  );
});

test("what the rules allow is not reported", () => {
  const files = new Map(
    Object.entries({
      "cofre.ts": 'await import("./commands/start.ts");',
      "commands/start.ts": 'import { startAuth } from "../auth/main.ts";\nimport { startFinance } from "../finance/main.ts";',
      "kernel/start.test.ts": 'import { start } from "../commands/start.ts";',
      "kernel/http.ts": 'import fastify from "fastify";',
      "kernel/sql/client.ts": 'import pg from "pg";',
      "auth/testing.ts": 'import { call } from "../kernel/testing/client.ts";\nrun(sql`select from users`);',
      "auth/users/user.test.ts": 'import { startTestAuth } from "../testing.ts";',
      "web/figures.test.ts": 'import { addDays } from "./app/rules/days.ts";',
      "auth/users/queries.ts":
        'import { sql } from "../../kernel/sql.ts";\nexport const all = sql`select id from users`;\nsql`update users set a = 1`;',
      "auth/sessions/queries.ts":
        "// Does not update users set apart.\nsql`select from users for update`;\nsql`insert into sessions on conflict do update set a = 1`;",
      "auth/sessions/x.ts":
        'import { all } from "../users/queries.ts";\nimport { fail } from "../errors.ts";\n// Takes any of process.env.',
      "auth/admin/admin_users.ts": endpoint("/admin/users/:id", "PUT", "change") + endpoint("/admin/users", "POST", "create"),
      "auth/keys/well_known_jwks_json.ts": endpoint("/.well-known/jwks.json", "GET", "keys"),
      "auth/routes.ts": routes(
        "keys, //   GET /.well-known/jwks.json",
        "create, // POST /admin/users",
        "change, // PUT /admin/users/:id",
      ),
      "docs/x.md": "https://example.com/home/page and /rest/v2/work/x",
      "docs/decisions/041_x.md": "# 041: X\n\n2026-11-18, accepted. Replaces 012.\n",
      "docs/decisions/README.md": "# Decisions\n\nOne page each.\n",
      "docs/long.md": `# ${LONG}\n\n| ${LONG} |\n\n\`\`\`sh\n${LONG}\n\`\`\`\n\n- [x](https://example.com/${"x".repeat(160)})`,
      "docs/made.md": `# X\n\nMade by \`npm run generate\`.\n\n${LONG}\n`,
      "docs/site/pages/x.md": `---\ntitle: X\n---\n\n# X\n\n| ${LONG} |\n\n\`\`\`sh run\n${LONG}\n\`\`\`\n\nShort, short. And short.\n`,
      "docs/releases/0.1.0/README.md": LONG,
    }),
  );
  assert.deepEqual(
    Object.values(rules).flatMap((rule) => rule(files)),
    [],
  );
});

function ruleThatStarts(start: string) {
  const found = Object.entries(rules).filter(([name]) => name.startsWith(start));
  assert.equal(found.length, 1, start);
  return found[0]![1];
}

/** Every file of the tree except this one, whose examples are violations. */
function readTree(): Files {
  const paths = (gitFiles() ?? readdirSync(ROOT, { recursive: true, encoding: "utf8" })).filter(
    (path) => path !== "tidy/tidy.test.ts" && !/(^|\/)(node_modules|dist|\.git|\.cofre|\.runtime|\.env)(\/|$)/.test(path),
  );
  const texts = paths
    .filter((path) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => [path, readFileSync(join(ROOT, path), "utf8")] as const);
  return new Map(texts.filter(([, text]) => !text.includes("\0")));
}

/** Tracked and untracked files of git; undefined outside of a repository. */
function gitFiles(): string[] | undefined {
  try {
    const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return list.includes("package.json\0") ? list.split("\0").filter((path) => path !== "") : undefined;
  } catch {
    return undefined;
  }
}
