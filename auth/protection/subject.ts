// Whom an administrator means: an account by its address or id, a client, or an account at one client.
import { type Static, Type } from "typebox";
import { readAddress } from "../../kernel/http/client_address.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { readUserId } from "../admin/user_body.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { spansOf } from "../limits/held_back.ts";
import type { KeySpan } from "../limits/queries_held_back.ts";
import { pausesOf } from "../limits/send_limits.ts";
import { EmailField, PhoneField, readEmail, readPhone } from "../users/address.ts";
import { type Address, hasAddress } from "../users/queries.ts";
import { findPersonBy, type Person } from "./queries.ts";

export const Subject = Type.Object({
  email: Type.Optional(EmailField),
  phone: Type.Optional(PhoneField),
  user_id: Type.Optional(Type.String({ format: "uuid" })),
  ip_address: Type.Optional(Type.String({ maxLength: 60, description: "Of IPv6, the /64 around it" })),
});

type SubjectRequest = Static<typeof Subject>;

export interface NamedSubject {
  /** Whose account it is, where it is somebody's. */
  person: Person | undefined;
  client: string | undefined;
  spans: KeySpan[];
  pauses: ReturnType<typeof pausesOf>;
}

type World = Pick<AuthWorld, "config" | "serverKeys">;

/** Of a user, all addresses count. An address that nobody has may be held back as well. */
export async function findSubject(db: Db, world: World, request: SubjectRequest): Promise<NamedSubject> {
  const { email, phone, user_id: userId, ip_address: ip } = request;
  const addresses = [...(email ? [{ email: readEmail(email) }] : []), ...(phone ? [{ phone: readPhone(phone) }] : [])];
  if (addresses.length + (userId ? 1 : 0) > 1) throw fail.limitSubjectsMany();
  const client = ip ? readClient(ip) : undefined;
  const [address] = addresses;
  if (!address && !userId && !client) throw fail.limitSubjectMissing();
  const person = await findPerson(db, { userId, address });
  const all = person ? addressesOf(person) : addresses;
  const accounts = all.map((each) => ("email" in each ? each.email : each.phone));
  return {
    person,
    client,
    spans: spansOf(world, { client, accounts, userId: person?.id }),
    pauses: all.flatMap((each) => pausesOf(world, each)),
  };
}

const addressesOf = ({ email, phone }: Person): Address[] => [...(email ? [{ email }] : []), ...(phone ? [{ phone }] : [])];

function readClient(text: string): string {
  const client = readAddress(text);
  if (client === undefined) throw fail.invalid({ values: { field: "ip_address", problem: "is no IP address" } });
  return client;
}

async function findPerson(
  db: Db,
  { userId, address }: { userId: string | undefined; address: Address | undefined },
): Promise<Person | undefined> {
  const condition = userId ? sql`id = ${readUserId(userId)}` : address && hasAddress(address);
  if (!condition) return undefined;
  const person = await findPersonBy(db, condition);
  if (userId && !person) throw fail.userUnknown();
  return person;
}
