// auth admin createuser and deleteuser: users from the command line, through the API of an auth service that runs for that long.
import { text as readAll } from "node:stream/consumers";
import { readAuthConfig } from "../auth/config.ts";
import { startAuth } from "../auth/main.ts";
import { readEnvironment } from "../kernel/config/config.ts";
import { openLog } from "../kernel/log/log.ts";
import { exchange, readText } from "../kernel/outbound/exchange.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import { mintAdminToken } from "./admin_token.ts";
import { requireNoFaults, UsageError } from "./problems.ts";

const MOST_ANSWER_BYTES = 1_000_000;

interface Flags {
  aud?: string;
  admin?: boolean;
  confirm?: boolean;
}

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

export async function gotrueAdmin([command, ...values]: string[], flags: Flags, help: string): Promise<void> {
  const [name = "", password = "", role] = values;
  if (command === "createuser") {
    if (values.length < 2 || values.length > 3) throw new UsageError("createuser takes an address and a password.", help);
    await withAuth((ask, adminRole) => createUser(ask, { name, password, role: flags.admin ? adminRole : role, flags }));
  } else if (command === "deleteuser") {
    if (values.length !== 1) throw new UsageError("deleteuser takes an address or an id.", help);
    await withAuth((ask) => deleteUser(ask, name));
  } else throw new UsageError(`admin takes createuser or deleteuser${command ? `, but got "${command}"` : ""}.`, help);
}

interface NewUser {
  name: string;
  password: string;
  role: string | undefined;
  flags: Flags;
}

async function createUser(ask: Ask, { name: email, password, role, flags }: NewUser): Promise<void> {
  const secret = password === "-" ? (await readAll(process.stdin)).replace(/\r?\n$/, "") : password;
  if (secret === "") throw new OperatorError("The password is empty.");
  const { aud, confirm = false } = flags;
  const user = { email, password: secret, email_confirm: confirm, ...(role && { role }), ...(aud && { aud }) };
  const { id } = await ask("POST", "/admin/users", user);
  console.log(`Created user ${id} for ${email}.`);
}

async function deleteUser(ask: Ask, name: string): Promise<void> {
  const id = name.includes("@") ? await idOf(ask, name) : name;
  await ask("DELETE", `/admin/users/${encodeURIComponent(id)}`, {});
  console.log(`Deleted user ${id}.`);
}

async function idOf(ask: Ask, email: string): Promise<string> {
  const { users } = (await ask("GET", `/admin/users?email=${encodeURIComponent(email)}`)) as { users: { id: string }[] };
  if (!users[0]) throw new OperatorError(`There is no user with the address ${email}.`);
  return users[0].id;
}

/** The rules, the audit log and the feed of changes are those of the API. Nothing else can reach its port. */
async function withAuth(work: (ask: Ask, adminRole: string | undefined) => Promise<void>): Promise<void> {
  const reading = readAuthConfig(readEnvironment());
  requireNoFaults(reading);
  const config = { ...reading.config, apiHost: "127.0.0.1", apiPort: 0 };
  const log = openLog({ level: "fatal", name: "auth" });
  const service = await startAuth({ config, log, delivers: false });
  const { token } = mintAdminToken(config);
  try {
    await work(
      (method, path, body) => send(`http://127.0.0.1:${service.port}${path}`, token, { method, body }),
      config.jwtAdminRoles[0],
    );
  } finally {
    await service.stop();
  }
}

async function send(url: string, token: string, { method, body }: { method: string; body: object | undefined }) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const sent = { method, headers, body: body && JSON.stringify(body), agent: false as const };
  const answer = await exchange(new URL(url), sent);
  const reply = JSON.parse(await readText(answer, MOST_ANSWER_BYTES)) as Record<string, unknown>;
  if (answer.statusCode !== 200) throw new OperatorError(`${reply.msg ?? `auth answered ${answer.statusCode}`}`);
  return reply;
}
