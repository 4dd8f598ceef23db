// Checks that this tree keeps the promises of the last release, and that the rules detect broken promises.
import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../../kernel/process/version.ts";
import { type ApiDocument, checkApi } from "./api_rules.ts";
import { checkClaims, checkVariables } from "./flat_rules.ts";
import { checkJsonSchema, type JsonSchema } from "./json_schema_rules.ts";
import { readCorrections, readExceptions, readLastRelease } from "./releases.ts";
import { checkSchema } from "./schema_rules.ts";
import { checkSurface, readSurface, type Surface } from "./surface.ts";
import { lastRelease, stepBetween } from "./versions.ts";

const surface = readSurface();

test("this version breaks no promise of the last release", () => {
  const last = readLastRelease();
  if (!last) return;
  const excepted = readExceptions(VERSION);
  const corrected = readCorrections(last.version);
  const offences = checkSurface(last.surface, surface, stepBetween(last.version, VERSION));
  assert.deepEqual(
    offences.filter((line) => !(line in excepted) && !corrected.includes(line)),
    [],
  );
  assert.deepEqual(
    corrected.filter((line) => !offences.includes(line)),
    [],
    "corrections that correct nothing",
  );
});

test("a tree breaks no promise to itself, and everything that is compared is read", () => {
  assert.deepEqual(checkSurface(surface, surface, "patch"), []);
  const { paths } = JSON.parse(surface["auth_openapi.json"] ?? "") as ApiDocument;
  assert.ok(paths["/token"]?.post, "POST /token is in auth's document");
  const claims = JSON.parse(surface["access_token_claims.json"] ?? "") as Record<string, unknown>;
  assert.deepEqual(claims.amr, { type: "list of { method: string, timestamp: number }" });
  assert.deepEqual(claims.iss, { type: "string", optional: true });
});

test("from each file of this tree something is taken away, and each time it is noticed", () => {
  const broken: Surface = {
    "auth_schema.sql": (surface["auth_schema.sql"] ?? "").replace("  email text,\n", ""),
    "finance_schema.sql": (surface["finance_schema.sql"] ?? "").replace(
      "  amount_cents bigint not null",
      "  amount_cents integer not null",
    ),
    "auth_openapi.json": without("auth_openapi.json", (api: ApiDocument) => delete api.paths["/user"]),
    "finance_openapi.json": without("finance_openapi.json", (api: ApiDocument) => delete api.paths["/transactions"]?.post),
    "auth_config.json": without("auth_config.json", (variables: unknown[]) => variables.shift()),
    "finance_config.json": without("finance_config.json", (variables: unknown[]) => variables.pop()),
    "access_token_claims.json": without(
      "access_token_claims.json",
      (claims: Record<string, unknown>) => delete claims.session_id,
    ),
  };
  const files = (step: "patch" | "minor" | "major") => [
    ...new Set(checkSurface(surface, broken, step).map((line) => line.split(":")[0])),
  ];
  assert.deepEqual(files("patch"), Object.keys(broken));
  assert.deepEqual(
    files("minor"),
    Object.keys(broken).filter((name) => !name.endsWith(".sql")),
  );
  assert.deepEqual(files("major"), []);
});

function without<Value>(name: string, take: (value: Value) => unknown): string {
  const value = JSON.parse(surface[name] ?? "") as Value;
  take(value);
  return JSON.stringify(value);
}

test("a step is judged by the first number that changed, and never leads back", () => {
  assert.deepEqual(
    [
      ["0.1.0", "0.1.0"],
      ["0.1.0", "0.1.1"],
      ["0.1.9", "0.2.0"],
      ["1.2.3", "2.0.0"],
      ["0.9.0", "0.10.0"],
    ].map(([from = "", to = ""]) => stepBetween(from, to)),
    ["patch", "patch", "minor", "major", "minor"],
  );
  assert.throws(() => stepBetween("0.2.0", "0.1.9"), /older than the release/);
  assert.throws(() => stepBetween("0.2", "0.3"), /no version of three numbers/);
  assert.equal(lastRelease(["0.9.0", "0.10.0", "exceptions.json", "0.2.11"]), "0.10.0");
  assert.equal(lastRelease([]), undefined);
});

const TABLE = `create table users (
  id uuid not null,
  name text,
  note varchar(40) default 'a, b',
  constraint users_pkey primary key (id),
  constraint users_name_key unique (name),
  constraint users_name_check check (length(name) > 0)
);

create index users_note_idx on users (note);
create unique index users_lower_idx on users (lower(name));
`;

test("a schema may gain columns, tables and indexes, lose checks, and change the order of columns", () => {
  const now = TABLE.replace("  name text,\n", "").replace(
    "  note varchar",
    "  extra int not null,\n  name text,\n  note varchar",
  );
  const more = "create table others (\n  id int\n);\ncreate index others_idx on others (id);\n";
  assert.deepEqual(checkSchema(TABLE, now.replace(/,\n {2}constraint users_name_check.*/, "") + more), []);
});

test("a schema may not lose a table or a column, nor change a type, a primary key, an index or a uniqueness", () => {
  const changes: [string, string | RegExp, string][] = [
    ["table users is gone", /create table[^;]*;/, ""],
    ["column users.name is gone", "  name text,\n", ""],
    ["column users.name was text and is citext", "name text", "name citext"],
    ["column users.note was varchar(40) and is varchar(20)", "varchar(40)", "varchar(20)"],
    ["the primary key of users was (id) and is (id, name)", "primary key (id)", "primary key (id, name)"],
    ["users is no longer unique by (name)", "  constraint users_name_key unique (name),\n", ""],
    ["index users_note_idx is gone", "create index users_note_idx on users (note);\n", ""],
    [
      "index users_lower_idx was unique on users (lower(name)) and is on users (lower(name))",
      "create unique index",
      "create index",
    ],
  ];
  for (const [offence, from, to] of changes) assert.deepEqual(checkSchema(TABLE, TABLE.replace(from, to)), [offence]);
});

const text = (schema: JsonSchema = {}): JsonSchema => ({ type: "string", ...schema });

function api(changes: object = {}): ApiDocument {
  const content = (schema: JsonSchema) => ({ "application/json": { schema } });
  const body = { type: "object", properties: { name: text(), age: { type: "integer", minimum: 0 } }, required: ["name"] };
  const answer = { type: "object", properties: { id: { type: "integer" }, old: text({ deprecated: true }) }, required: ["id"] };
  const operation = {
    parameters: [{ name: "q", in: "query", required: false, schema: text() }],
    requestBody: { required: true, content: content(body) },
    responses: { 200: { content: content(answer) } },
    security: [{ basic: [] }, { bearer: [] }],
    ...changes,
  };
  return { paths: { "/things/{id}": { post: operation } } };
}

test("an API may not lose an endpoint, a parameter, a kind of caller or a success", () => {
  const strict = { deprecatedMayGo: false };
  const changed = (changes: object) => checkApi(api(), api(changes), strict);
  assert.deepEqual(checkApi(api(), { paths: {} }, strict), ["POST /things/{} is gone"]);
  assert.deepEqual(changed({ parameters: [] }), ["POST /things/{} ?q: is gone"]);
  const needed = { name: "r", in: "query", required: true, schema: text() };
  assert.deepEqual(changed({ parameters: [...(api().paths["/things/{id}"]?.post?.parameters ?? []), needed] }), [
    "POST /things/{} ?r: is required now",
  ]);
  assert.deepEqual(changed({ security: [{ bearer: [] }] }), ["POST /things/{} no longer lets in callers with basic"]);
  assert.deepEqual(changed({ responses: { 201: {} } }), ["POST /things/{} no longer answers 200"]);
  assert.deepEqual(changed({ requestBody: undefined }), ["POST /things/{} takes no body any more"]);
  const renamed = { paths: { "/things/{thing_id}": api().paths["/things/{id}"] ?? {} } };
  assert.deepEqual(checkApi(api(), renamed, strict), [], "the name of a path parameter is nobody's business");
  assert.deepEqual(checkApi({ paths: {} }, api(), strict), [], "endpoints may come");
});

test("what was deprecated may go in a minor release, and not in a patch", () => {
  const answer = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
  const now = api({ responses: { 200: { content: { "application/json": { schema: answer } } } } });
  assert.deepEqual(checkApi(api(), now, { deprecatedMayGo: false }), ["POST /things/{} answer.old: is gone (deprecated)"]);
  assert.deepEqual(checkApi(api(), now, { deprecatedMayGo: true }), []);
  const gone = api({ deprecated: true });
  assert.deepEqual(checkApi(gone, { paths: {} }, { deprecatedMayGo: true }), []);
});

test("what is asked for may become wider, and what is answered fuller; never the other way round", () => {
  const object = (properties: Record<string, JsonSchema>, required: string[] = []) => ({ type: "object", properties, required });
  const cases: [JsonSchema, JsonSchema, asked: string[], answered: string[]][] = [
    [object({ a: text() }), object({ a: text(), b: text() }), [], []],
    [object({ a: text() }), object({}), ["a: is gone"], ["a: is gone"]],
    [object({ a: text() }), object({ a: text() }, ["a"]), ["a: is required now"], []],
    [object({ a: text() }, ["a"]), object({ a: text() }), [], ["a: may be missing now"]],
    [text(), { type: "integer" }, ["x: was string and is integer"], ["x: was string and is integer"]],
    [text(), { anyOf: [text(), { type: "null" }] }, [], ["x: was string and is string or null"]],
    [{ type: "integer" }, { type: "number" }, [], ["x: was integer and is number"]],
    [{ enum: ["a", "b"] }, { enum: ["a"] }, ['x: was "a" or "b" and is "a"'], []],
    [{ enum: ["a"] }, text(), [], ['x: was "a" and is string']],
    [{}, text(), ["x: was anything and is string"], []],
    [
      { type: "array", items: text() },
      { type: "array", items: { type: "integer" } },
      ["x[]: was string and is integer"],
      ["x[]: was string and is integer"],
    ],
    [text({ maxLength: 9 }), text({ maxLength: 8 }), ["x: maxLength was 9 and is 8"], []],
    [text({ maxLength: 9 }), text({ maxLength: 10 }), [], []],
    [text(), text({ pattern: "^a" }), ["x: pattern was free and is ^a"], []],
    [object({}), { ...object({}), additionalProperties: false }, ["x: takes no further keys now"], []],
  ];
  for (const [before, now, asked, answered] of cases) {
    const at = before.properties && now.additionalProperties !== false ? "" : "x";
    assert.deepEqual(checkJsonSchema(at, "asked", before, now), asked, JSON.stringify([before, now]));
    assert.deepEqual(checkJsonSchema(at, "answered", before, now), answered, JSON.stringify([before, now]));
  }
});

test("a claim may come, but not go, change its type or become optional", () => {
  const before = { sub: { type: "string" }, iss: { type: "string", optional: true as const } };
  assert.deepEqual(checkClaims(before, { ...before, more: { type: "string" } }), []);
  assert.deepEqual(checkClaims(before, { sub: { type: "number" } }), ["claim sub was string and is number", "claim iss is gone"]);
  assert.deepEqual(checkClaims(before, { ...before, sub: { type: "string", optional: true } }), ["claim sub may be missing now"]);
});

test("a variable may come and get new names, but not lose one, change its default or become required", () => {
  const old = { names: ["A_PORT", "PORT"], initial: "`80`" };
  assert.deepEqual(
    checkVariables(
      [old],
      [
        { ...old, names: ["A_LISTEN", ...old.names] },
        { names: ["A_NEW"], initial: "none" },
      ],
    ),
    [],
  );
  assert.deepEqual(checkVariables([old], []), ["variable A_PORT is gone", "variable PORT is gone"]);
  assert.deepEqual(checkVariables([old], [{ ...old, names: ["A_PORT"] }]), ["variable PORT is gone"]);
  assert.deepEqual(checkVariables([old], [{ ...old, initial: "`81`" }]), ["the default of A_PORT was `80` and is `81`"]);
  assert.deepEqual(checkVariables([old], [{ ...old, required: true }]), ["variable A_PORT is required now"]);
  assert.deepEqual(checkVariables([old], [old, { names: ["A_NEW"], required: true, initial: "" }]), [
    "variable A_NEW is required now",
  ]);
  assert.deepEqual(checkVariables([{ ...old, required: true }], [old]), []);
});
