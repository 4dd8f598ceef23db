// Checks after every fault: authentication, mails, and the database's pages.
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { timeUntil } from "../../kernel/testing/until.ts";
import { HarnessFailed } from "./findings.ts";
import { FORWARDED } from "./members.ts";
import type { World } from "./world.ts";

/** A restart must not weaken authentication. */
export async function checkAuthentication({ client, endpoints, members, acknowledged, cluster }: World): Promise<string[]> {
  const { auth, finance } = endpoints();
  const [first, second] = members;
  const mine = await rowOf(cluster.url(), first?.email ?? "");
  const user = { authorization: `Bearer ${first?.tokens.access_token}` };
  const tries: [string, string, Record<string, string>, number[]][] = [
    ["GET /user without a token", `${auth}/user`, {}, [401]],
    ["GET /user with a token of nobody", `${auth}/user`, { authorization: "Bearer e30.e30.e30" }, [401, 403]],
    ["GET /admin/users as a user", `${auth}/admin/users`, user, [401, 403]],
    ["GET /transactions without credentials", `${finance}/transactions`, FORWARDED, [401]],
    ["GET /transactions with a wrong token", `${finance}/transactions`, { ...FORWARDED, authorization: "Basic YTpi" }, [401]],
  ];
  if (mine !== undefined && second)
    tries.push(["GET another's row", `${finance}/transactions/${mine}`, second.financeHeaders, [404]]);
  const opened: string[] = [];
  for (const [what, url, headers, expected] of tries) {
    const reply = await client.send(url, { headers }).catch(() => undefined);
    if (!reply || !expected.includes(reply.status)) opened.push(`${what} was answered ${reply?.status ?? "not at all"}`);
  }
  opened.push(...acknowledged.odd);
  acknowledged.odd.clear();
  return opened;
}

async function rowOf(url: string, email: string): Promise<number | undefined> {
  const db = openDatabase({ url, schema: "finance", name: "cofre faults", maxConnections: 1 });
  try {
    const row = await db.maybeOne<{ id: number }>(sql`
      select transactions.id from transactions join users using (space_id) where users.email = ${email} limit 1`);
    return row?.id;
  } catch (error) {
    throw new HarnessFailed(`the database could not be read: ${(error as Error).message}`, { cause: error });
  } finally {
    await db.close();
  }
}

export interface Mails {
  missing: string[];
  /** Sent again, because the mail server's answer was lost. */
  twice: number;
  delivered: number;
}

const LONGEST_DELIVERY_MS = 150_000;

/** Every sign-up has a mail, and no message was sent twice, unless its sender could not know. */
export async function checkMails({ acknowledged, smtp, cluster }: World, answersLost: number): Promise<Mails> {
  const owed = () => {
    const reached = new Set(smtp.messages.flatMap(({ to }) => to));
    return [...acknowledged.users].filter(([email, { mailed, state }]) => mailed && state === "present" && !reached.has(email));
  };
  await timeUntil(() => owed().length === 0, LONGEST_DELIVERY_MS);
  const missing = owed().map(([email]) => `${email} signed up and got no mail`);
  const times = new Map<string, number>();
  for (const { headers } of smtp.messages) {
    const id = /^<([^@]+)@/.exec(headers["message-id"] ?? "")?.[1] ?? "";
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  const existing = new Set(await outboxIds(cluster.url()));
  const strangers = [...times.keys()].filter((id) => !existing.has(id));
  const twice = [...times.values()].reduce((sum, count) => sum + count - 1, 0);
  missing.push(...strangers.map((id) => `a mail was sent that is not in the outbox: ${id}`));
  if (twice > answersLost)
    missing.push(`${twice} mails were sent twice, but at most ${answersLost} answers of the mail server were lost`);
  return { missing, twice, delivered: smtp.messages.length };
}

async function outboxIds(url: string): Promise<string[]> {
  const db = openDatabase({ url, schema: "auth", name: "cofre faults", maxConnections: 1 });
  try {
    return (await db.many<{ id: string }>(sql`select id from outbox`)).map(({ id }) => id);
  } finally {
    await db.close();
  }
}

export interface Pages {
  damaged: string[];
  indexes: number;
  tables: number;
}

/** Reads every page and checks every index; checksums detect torn pages. */
export async function checkPages(url: string): Promise<Pages> {
  const db = openDatabase({ url, schema: "public", name: "cofre faults", maxConnections: 1 });
  try {
    await db.run(sql`create extension if not exists amcheck`);
    const named = sql`
      select c.oid::int as oid, c.oid::regclass::text as name, c.relkind
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        left join pg_am on pg_am.oid = c.relam
       where n.nspname ~ '^(auth|finance)' and (c.relkind = 'r' or c.relkind = 'i' and pg_am.amname = 'btree')`;
    const relations = await db.many<{ oid: number; name: string; relkind: string }>(named);
    const damaged: string[] = [];
    for (const { oid, name, relkind } of relations) {
      const isIndex = relkind === "i";
      const check = isIndex
        ? sql`select bt_index_check(${oid}::int::oid::regclass, true)`
        : sql`select blkno, msg from verify_heapam(${oid}::int::oid::regclass) limit 3`;
      const result = await db.many<{ msg?: string }>(check).catch((error: Error) => [{ msg: error.message }]);
      if (!isIndex || result[0]?.msg) damaged.push(...result.map(({ msg }) => `${name}: ${msg}`));
    }
    const failures = await db.one<{ failures: number }>(sql`
      select coalesce(sum(checksum_failures), 0)::int as failures from pg_stat_database`);
    if (failures.failures > 0) damaged.push(`${failures.failures} pages have a wrong checksum`);
    const indexes = relations.filter(({ relkind }) => relkind === "i").length;
    return { damaged, indexes, tables: relations.length - indexes };
  } finally {
    await db.close();
  }
}
