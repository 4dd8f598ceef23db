// Checks the database: the operator's by its URL, or the embedded one in COFRE_HOME, running or not.

import { readAuthConfig } from "../../auth/config.ts";
import { historyOf } from "../../auth/main.ts";
import { readFinanceConfig } from "../../finance/config.ts";
import { FINANCE_MIGRATIONS } from "../../finance/main.ts";
import { commandLine } from "../../kernel/process/command_line.ts";
import { addressesOf } from "../../kernel/sql/address.ts";
import { openConnection } from "../../kernel/sql/connection.ts";
import { isMigrated, newerRelease, readSchemaContents, type SchemaContents } from "../../kernel/sql/migrate.ts";
import { waitForServer } from "../../kernel/sql/server.ts";
import { embeddedDatabase } from "./embedded.ts";
import { type Facts, type Finding, within } from "./finding.ts";
import { checkSequences } from "./sequences.ts";

interface Schema {
  url: string;
  schema: string;
  folder: string;
  history?: string;
  /** The variables that select another schema. */
  variables: string;
}

const LONGEST_WAIT_SECONDS = 5;

export async function checkDatabase(facts: Facts): Promise<Finding[]> {
  const configs = { auth: readAuthConfig(facts.environment), finance: readFinanceConfig(facts.environment) };
  const embedded = await embeddedDatabase(facts, [configs.auth.config.databaseUrl, configs.finance.config.databaseUrl]);
  const urlOf = (own: string | undefined, read: string | undefined) => own ?? (read === undefined ? undefined : embedded.url);
  const schemas = [
    {
      url: urlOf(configs.auth.config.databaseUrl, facts.auth.config.databaseUrl),
      schema: facts.auth.config.dbNamespace,
      ...historyOf(facts.auth.config),
      variables: `${facts.auth.config.variableOf("databaseUrl")} or ${facts.auth.config.variableOf("dbNamespace")}`,
    },
    {
      url: urlOf(configs.finance.config.databaseUrl, facts.finance.config.databaseUrl),
      schema: facts.finance.config.dbNamespace,
      ...FINANCE_MIGRATIONS,
      variables: "FINANCE_DATABASE_URL or FINANCE_DB_NAMESPACE",
    },
  ].filter((each): each is Schema => each.url !== undefined);
  const urls = [...new Set(schemas.map(({ url }) => url))];
  const servers = await Promise.all(
    urls.map((url) =>
      checkServer(
        url,
        schemas.filter((each) => each.url === url),
      ),
    ),
  );
  return [...embedded.findings, ...servers.flat()];
}

async function checkServer(url: string, schemas: Schema[]): Promise<Finding[]> {
  const subject = `database ${hostAndName(url)}`;
  try {
    const facts = await within(
      LONGEST_WAIT_SECONDS,
      waitForServer(url, 0, () => {}),
    );
    const findings: Finding[] = [{ level: "ok", subject, text: `PostgreSQL ${facts.version} answers` }];
    if (facts.replaced.length > 0) {
      findings.push({ level: "ok", subject, text: `our connections override: ${facts.replaced.join(", ")}` });
    }
    for (const { setting, kind, advice } of facts.findings) {
      findings.push({ level: kind === "refusesWrites" ? "FAIL" : "warn", subject, text: `${setting}: ${advice}` });
    }
    for (const schema of schemas) findings.push(...(await checkSchema(schema)));
    return findings;
  } catch (error) {
    const advice = "Start it, or correct the connection string (DATABASE_URL, AUTHSVC_DB_DATABASE_URL, FINANCE_DATABASE_URL)";
    return [{ level: "FAIL", subject, text: `${(error as Error).message.replace(/\.*$/, ".")} ${advice}` }];
  }
}

async function checkSchema({ url, schema, folder, variables }: Schema): Promise<Finding[]> {
  const state = await checkContents({ url, schema, folder, variables });
  if (state.text !== UP_TO_DATE) return [state];
  try {
    return [state, ...(await within(LONGEST_WAIT_SECONDS, checkSequences(url, schema)))];
  } catch (error) {
    return [state, { level: "warn", subject: `sequences of ${schema}`, text: `cannot be read: ${(error as Error).message}` }];
  }
}

const UP_TO_DATE = "up to date";

async function checkContents({ variables, ...store }: Schema): Promise<Finding> {
  const subject = `schema ${store.schema}`;
  try {
    const { foreign, isOurs, isCreatable } = await within(LONGEST_WAIT_SECONDS, lookInto(store));
    if (foreign !== null) {
      const text = `belongs to another server and was not changed; it contains "${foreign}"; set ${variables} to another database or schema`;
      return { level: "FAIL", subject, text };
    }
    const newer = isOurs ? await within(LONGEST_WAIT_SECONDS, newerRelease(store)) : undefined;
    if (newer !== undefined) {
      const text = `was brought up to date by Cofre ${newer}, which is too new for this one; run ${newer} or newer`;
      return { level: "FAIL", subject, text };
    }
    if (isOurs && (await within(LONGEST_WAIT_SECONDS, isMigrated(store)))) {
      return { level: "ok", subject, text: UP_TO_DATE };
    }
    if (isOurs)
      return { level: "ok", subject, text: `has pending migrations; the next start applies them, or: ${commandLine("migrate")}` };
    if (isCreatable) return { level: "ok", subject, text: "is empty; the first start fills it" };
    return { level: "FAIL", subject, text: "is missing, and this user may not create it; grant it CREATE on the database" };
  } catch (error) {
    return { level: "FAIL", subject, text: `cannot be read: ${(error as Error).message}` };
  }
}

async function lookInto({ url, schema, history }: Pick<Schema, "url" | "schema" | "history">): Promise<SchemaContents> {
  const connection = openConnection({ url, schema, name: "cofre doctor" }, () => {});
  try {
    return await readSchemaContents(connection, schema, history);
  } finally {
    await connection.close();
  }
}

/** Host, port and database name. Never the password or other parameters, which may contain one. */
function hostAndName(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "by its URL";
  const addresses = addressesOf(url).map(({ host, port }) => `${host}${port ? `:${port}` : ""}`);
  return `${addresses.join(",")}${parsed.pathname}`;
}
