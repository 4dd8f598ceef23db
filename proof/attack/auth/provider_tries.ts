// AK-35: sign-ins that administrators try: their links and states, and who sees what a provider said.
import assert from "node:assert/strict";
import { SERVER_ROLES } from "../../../auth/grants/role.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict, inParallel, landingOf, tally } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { agree, type Begun, beginTrip, comeBack } from "../provider_trip.ts";
import { administrator } from "./administrators.ts";

type Headers = Record<string, string>;

const PATH = "/admin/providers/github/tries";

async function begin(pair: Pair, headers: Headers): Promise<{ id: string; link: string }> {
  const reply = await pair.auth.post(PATH, {}, headers);
  expectVerdict(reply, "201");
  const { id, url } = reply.body as { id: string; url: string };
  const { pathname, search } = new URL(url);
  return { id, link: pathname + search };
}

async function open(pair: Pair, link: string): Promise<Begun> {
  const reply = await pair.auth.get(link);
  assert.equal(reply.status, 302, reply.text);
  return { provider: "github", url: reply.headers.location ?? "", cookie: reply.headers["set-cookie"]?.[0]?.split(";")[0] ?? "" };
}

const traces = async ({ inside }: Pair, email: string) =>
  inside.db.one<{ count: number }>(sql`
    select (select count(*) from users where email = ${email}) + (select count(*) from identities where email = ${email}) as count`);

export const providerTries: AttackCase[] = [
  attack("AK-35", "a try of a sign-in signs nobody in, is good once, and is shown to nobody else", async (pair) => {
    const admin = await administrator(pair, "admin");
    const owner = await administrator(pair, "owner");
    const email = pair.address("tried");
    const person = { email, subject: "770011", verified: true };

    const first = await begin(pair, admin.headers);
    const opened = await inParallel(20, (index) => pair.auth.send(first.link, { replica: index % 2 }));
    assert.deepEqual(tally(opened), { "302": 1, "404 provider_try_not_found": 19 }, "a link twenty times");
    const { id, link } = await begin(pair, admin.headers);
    const trip = await open(pair, link);
    const back = await agree(pair, trip, person);
    const other = await beginTrip(pair, "github");
    for (const cookie of ["", other.cookie, trip.cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"))]) {
      const { fields } = landingOf(await comeBack(pair, { cookie }, back));
      assert.equal(fields.error_code, "bad_oauth_state", `another browser: ${JSON.stringify(fields)}`);
    }
    const headers = { cookie: trip.cookie };
    const returned = await inParallel(20, (index) => pair.auth.send(`/callback?${back}`, { headers, replica: index % 2 }));
    assert.equal(returned.filter(({ status }) => status === 200).length, 1, "a state twenty times");
    for (const reply of returned) {
      assert.ok(!/access_token|[?&#]code=|tried/.test(`${reply.headers.location} ${reply.text}`), reply.headers.location);
    }
    assert.equal((await traces(pair, email)).count, 0, "no user, no identity");

    const mine = await pair.auth.get(`${PATH}/${id}`, admin.headers);
    assert.ok(mine.text.includes(email) && mine.text.includes('"state":"ended"'), mine.text);
    for (const { headers: foreign } of [owner, await administrator(pair, "admin"), { headers: pair.admin }])
      expectVerdict(await pair.auth.get(`${PATH}/${id}`, foreign), "404 provider_try_not_found");
    for (const role of SERVER_ROLES.filter((each) => each !== "admin" && each !== "owner")) {
      const { headers: less } = await administrator(pair, role);
      expectVerdict(await pair.auth.post(PATH, {}, less), "403 right_missing", role);
      expectVerdict(await pair.auth.get(`${PATH}/${id}`, less), "403 right_missing", role);
    }
    const { text } = await pair.inside.db.one<{ text: string }>(sql`
      select coalesce(json_agg(a)::text, '') || coalesce((select json_agg(t)::text from provider_tries t), '') as text from admin_acts a`);
    assert.ok(!text.includes(email), "neither the log nor the table says whom the provider described");

    // The other way round: the state of a sign-in signs in, and nothing that comes along makes a try of it.
    const signIn = await beginTrip(pair, "github");
    const fields = await agree(pair, signIn, person);
    for (const [name, value] of Object.entries({ try: "1", ticket: id, id })) fields.append(name, value);
    assert.ok(landingOf(await comeBack(pair, signIn, fields)).fields.access_token, "a sign-in stays one");
    return "20 and 20 at once on two replicas";
  }),
];
