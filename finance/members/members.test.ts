// Households: who may do what in a space that is not their own, and how they come and go.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { call, type Reply } from "../../kernel/testing/client.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { until } from "../../kernel/testing/until.ts";
import { openAuthLink } from "../credentials/auth_link.ts";
import { eraseDeletedSpaces } from "../erasure/erase_user.ts";
import { extendAll } from "../extension/extend.ts";
import { routes } from "../routes.ts";
import { about } from "../testing/shared_space.ts";
import { checksum } from "../testing/space_tables.ts";
import { invitationTokenFor } from "../testing/walk_people.ts";
import { basicHeader, clientWith, shareTestFinance, type TestClient, type TestMember } from "../testing.ts";
import { followShared } from "../users/follow_address.ts";
import { sendInvitations } from "./send_invitations.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com", { data: { name: "Ana" } });
  await ana.post("/transactions", { description: "of Ana", amount_cents: -100 });
});

const tokenFor = (email: string) => invitationTokenFor(finance.auth, email);
const answered = ({ status, body }: Reply) => [status, (body as { error?: string }).error];
const NOT_A_MEMBER = [403, "você não participa deste espaço"];

interface Guest extends TestMember {
  /** In the space that they joined, by an access token and the header. */
  there: TestClient;
  /** At home, by the same access token. */
  home: TestClient;
}

async function join(email: string, role: string, owner: TestMember = ana): Promise<Guest> {
  const guest = await finance.member(email);
  const invited = await owner.post("/invitations", { email, role });
  assert.equal(invited.status, 201, invited.text);
  const home = await guest.bearer();
  const joined = await home.post("/invitations/accept", { token: await tokenFor(email) });
  const { space_id: spaceId, role: actualRole } = joined.body as { space_id: number; role: string };
  assert.deepEqual([joined.status, spaceId, actualRole], [200, owner.spaceId, role]);
  return { ...guest, home, there: about(home, owner.spaceId) };
}

const count = async (client: TestClient) => ((await client.get("/transactions")).body as unknown[]).length;

test("who was invited joins, keeps a space of their own, and says by a header or a token which is meant", async () => {
  const eva = await join("eva@example.com", "editor");
  assert.deepEqual([await count(eva.there), await count(eva.home)], [1, 0]);
  assert.deepEqual((await eva.home.get("/spaces")).body, [
    {
      ...{ id: eva.spaceId, role: "owner", own: true, name: "eva", current: true },
      people: [{ user_id: eva.userId, name: "eva", own: true }],
    },
    {
      ...{ id: ana.spaceId, role: "editor", own: false, name: "Ana", current: false },
      people: [
        { user_id: ana.userId, name: "Ana", own: true },
        { user_id: eva.userId, name: "eva", own: false },
      ],
    },
  ]);
  const tokenReply = await eva.there.post("/api_tokens", { name: "bot", scope: "write" });
  assert.equal(tokenReply.status, 201, tokenReply.text);
  const { token } = tokenReply.body as { token: string };
  const bot = clientWith(finance.call, basicHeader(eva.email, token));
  assert.equal((await bot.post("/transactions", { description: "by Eva", amount_cents: -5 })).status, 201);
  assert.deepEqual([await count(ana), await count(eva)], [2, 0]);
  assert.deepEqual(
    ((await bot.get("/spaces")).body as { id: number }[]).map(({ id }) => id),
    [ana.spaceId],
  );
  assert.deepEqual(answered(await about(bot, eva.spaceId).get("/tags")), NOT_A_MEMBER);
  assert.deepEqual(
    ((await eva.get("/api_tokens")).body as { name: string }[]).map(({ name }) => name),
    ["tests"],
  );
  const { changes } = (await ana.get("/changes?since=0")).body as { changes: { entity: string; user_id: number }[] };
  assert.equal(changes.findLast(({ entity }) => entity === "transaction")?.user_id, eva.userId);
  const users = (await eva.there.get("/users")).body as { id: number; role: string }[];
  assert.deepEqual(
    users.map(({ id, role }) => [id, role]),
    [
      [ana.userId, "admin"],
      [eva.userId, "editor"],
    ],
  );
  assert.equal(((await eva.there.get("/users/me")).body as { role: string }).role, "editor");
});

test("a viewer reads, and every write is 403 but for what is their own; nobody but owners sees invitations", async () => {
  const vera = await join("vera@example.com", "viewer");
  const before = await count(ana);
  for (const { method, path, access } of routes) {
    if (access !== "writer" && access !== "owner") continue;
    const filled = path.replace(/:\w+/g, "1");
    const reply = await vera.there[method.toLowerCase() as "post" | "put" | "delete"](filled, {});
    assert.equal(reply.status, 403, `${method} ${filled}: ${reply.text}`);
  }
  assert.equal(await count(ana), before);
  assert.deepEqual(answered(await vera.there.get("/invitations")), [403, "somente para donos do espaço"]);
  const removed = await vera.there.delete(`/members/${ana.userId}`);
  assert.deepEqual(answered(removed), [403, "somente para donos do espaço"]);
  const { token } = (await vera.there.post("/api_tokens", { name: "app", scope: "write" })).body as { token: string };
  const app = clientWith(finance.call, basicHeader(vera.email, token));
  assert.equal((await app.get("/transactions")).status, 200);
  assert.deepEqual(answered(await app.post("/accounts", { name: "x" })), [403, "seu papel neste espaço só permite leitura"]);
});

test("a member who is removed is out at the next request, by header and by token, and nothing of theirs is undone", async () => {
  const bia = await join("bia@example.com", "owner");
  const { token } = (await bia.there.post("/api_tokens", { name: "bot", scope: "write" })).body as { token: string };
  const bot = clientWith(finance.call, basicHeader(bia.email, token));
  await bot.post("/transactions", { description: "by Bia", amount_cents: -7 });
  await bia.there.post("/invitations", { email: "accomplice@example.com", role: "owner" });
  const stolen = await tokenFor("accomplice@example.com");
  const before = await count(ana);
  assert.equal((await ana.delete(`/members/${bia.userId}`)).status, 200);
  assert.deepEqual(answered(await bia.there.get("/transactions")), NOT_A_MEMBER);
  assert.deepEqual(answered(await bia.there.post("/transactions", { description: "x" })), NOT_A_MEMBER);
  assert.ok([401, 403].includes((await bot.get("/transactions")).status));
  assert.equal((await bia.home.get("/transactions")).status, 200, "their own space is theirs");
  assert.equal(await count(ana), before);
  const accomplice = await finance.member("accomplice@example.com");
  assert.equal((await accomplice.post("/invitations/accept", { token: stolen })).status, 404, "what they had invited is void");
  const again = await bia.home.post("/invitations/accept", { token: await tokenFor(bia.email) });
  assert.equal(again.status, 404, "an invitation is good once");
});

test("a write that began before its author was removed posts nothing", async () => {
  const rui = await join("rui@example.com", "editor");
  const { db } = finance.service.world;
  const before = await count(ana);
  const { writing } = await db.transaction(async (tx) => {
    await tx.run(sql`
      update spaces set members = members - ${String(rui.userId)}::text, version = version + 1 where space_id = ${ana.spaceId}`);
    const late = rui.there.post("/transactions", { description: "late", amount_cents: -1 });
    await until("it to wait for the removal", async () => {
      const { waiting } = await db.one<{ waiting: number }>(sql`
        select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      return waiting > 0;
    });
    return { writing: late };
  });
  assert.deepEqual(answered(await writing), NOT_A_MEMBER);
  assert.equal(await count(ana), before);
});

test("whose own space it is stays its owner; others leave by themselves, and roles change at once", async () => {
  const leo = await join("leo@example.com", "owner");
  assert.equal((await leo.there.put(`/members/${ana.userId}`, { role: "viewer" })).status, 422);
  assert.equal((await leo.there.delete(`/members/${ana.userId}`)).status, 422);
  assert.equal((await ana.delete(`/members/${ana.userId}`)).status, 422);
  assert.equal((await leo.there.put(`/members/${leo.userId}`, { role: "viewer" })).status, 200);
  assert.equal((await leo.there.post("/accounts", { name: "x" })).status, 403);
  assert.equal((await leo.there.put(`/members/${leo.userId}`, { role: "owner" })).status, 403, "nobody makes themself more");
  assert.equal((await leo.there.delete(`/members/${leo.userId}`)).status, 200);
  assert.deepEqual(answered(await leo.there.get("/members")), NOT_A_MEMBER);
  const { cursor } = (await ana.get("/changes")).body as { cursor: string };
  assert.equal((await ana.post("/changes/undo", { version: Number(cursor) })).status, 422, "nobody comes back by an undo");
});

test("a space of others is like one that is not there, whatever is asked of it", async () => {
  const zoe = await finance.member("zoe@example.com");
  for (const client of [await zoe.bearer(), zoe.basic])
    for (const id of [ana.spaceId, 999_999_999_999]) {
      assert.deepEqual(answered(await about(client, id).get("/transactions")), NOT_A_MEMBER);
      assert.deepEqual(answered(await about(client, id).post("/transactions", {})), NOT_A_MEMBER);
    }
  for (const id of ["0", "-1", "1e3", "x", "1,2", "9".repeat(16)])
    assert.equal((await about(await zoe.bearer(), id).get("/tags")).status, 400, id);
});

test("GET /changes shows invitees' addresses to owners alone, also those of the past, and all of the rest to everybody", async () => {
  const olga = await finance.member("olga@example.com");
  const eli = (await join("eli@example.com", "editor", olga)).there;
  const vito = (await join("vito@example.com", "viewer", olga)).there;
  const secret = "ines.confidential@example.com";
  const invited = await olga.post("/invitations", { email: secret, role: "viewer" });
  await olga.delete(`/invitations/${(invited.body as { id: number }).id}`);
  const read = async (client: TestClient) => (await client.get("/changes?since=0")).text;
  assert.equal((await read(olga)).split(secret).length, 3, "made, and withdrawn");
  for (const client of [eli, vito]) {
    const text = await read(client);
    assert.ok(!text.includes(secret) && !text.includes("vito@example.com"), text);
    const all = (JSON.parse(text) as { changes: { entity: string; before: object | null; after: object | null }[] }).changes;
    const entries = all.filter(({ entity }) => entity === "invitation");
    assert.deepEqual(
      entries.map(({ before, after }) => Object.keys(after ?? before ?? {}).sort()),
      [...Array(3).fill(["expires_at", "role"]), ["role"]],
    );
  }
});

test("an invitation is for one address that auth has verified, once, for seven days", async () => {
  const [max, ivo] = [await finance.member("max@example.com"), await finance.member("ivo@example.com")];
  await ana.post("/invitations", { email: "Max@Example.com", role: "viewer" });
  const token = await tokenFor("max@example.com");
  const forwarded = await ivo.post("/invitations/accept", { token });
  assert.deepEqual(answered(forwarded), [403, "o convite é de outro endereço, ou o seu ainda não foi confirmado"]);
  for (const wrong of [`${token}x`, token.slice(0, -1), token.replace(/^\d+/, "1"), "", "1.x"])
    assert.ok([404, 422].includes((await max.post("/invitations/accept", { token: wrong })).status), wrong);
  assert.doesNotMatch(forwarded.text, /ana/i, "nor are they told who invited");
  const look = () => max.post("/invitations/accept?dry_run=true", { token });
  const invitation = {
    space_id: ana.spaceId,
    role: "viewer",
    space_name: "Ana",
    invited_by: { name: "Ana", email: "ana@example.com" },
  };
  assert.deepEqual([(await look()).status, (await look()).body], [200, invitation], "as often as they look");
  assert.equal(((await max.get("/spaces")).body as unknown[]).length, 1, "nobody joins by looking");
  const tries = await Promise.all(Array.from({ length: 8 }, () => max.post("/invitations/accept", { token })));
  assert.deepEqual(new Set(tries.map(({ status, text }) => `${status} ${text}`)).size, 1);
  const { joined } = await finance.service.world.db.one<{ joined: number }>(sql`
    select count(*) as joined from changes
     where space_id = ${ana.spaceId} and entity = 'member' and entity_id = ${max.userId} and action = 'create'`);
  assert.equal(joined, 1);
  finance.clock.advance(60);
  await ana.post("/invitations", { email: ivo.email, role: "editor" });
  finance.clock.advance(7 * 86_400);
  assert.equal((await ivo.post("/invitations/accept", { token: await tokenFor(ivo.email) })).status, 404);
});

test("GET /invitations/received shows open ones to the confirmed address alone, and POST /invitations/accept joins by its id", async () => {
  const [gil, noa] = [await finance.member("gil@example.com"), await finance.member("noa@example.com")];
  const [asGil, asNoa] = [await gil.bearer(), await noa.bearer()];
  assert.deepEqual((await asGil.get("/invitations/received")).body, []);
  const { id } = (await ana.post("/invitations", { email: "Gil@Example.com", role: "editor" })).body as { id: number };
  const received = async (client: TestClient) =>
    (await client.get("/invitations/received")).body as { id: number; members: number; expires_at: string }[];
  const [first, ...others] = await received(asGil);
  assert.deepEqual(others, []);
  const { expires_at: end, members, ...rest } = first ?? assert.fail("none");
  assert.deepEqual(rest, { id, role: "editor", space_name: "Ana", invited_by: { name: "Ana", email: "ana@example.com" } });
  assert.equal(members, ((await ana.get("/members")).body as unknown[]).length);
  assert.ok(end > finance.clock.now().toISOString());
  assert.deepEqual([await received(asNoa), await received(gil.basic)].flat().length, 1, "by the password too, and nobody else");
  assert.deepEqual(await received(gil), [], "a token opens one space, and tells of no other");

  const ofAnother = await asNoa.post("/invitations/accept", { id });
  const unknown = await asNoa.post("/invitations/accept", { id: 2 ** 31 - 1 });
  assert.deepEqual([ofAnother.status, ofAnother.body], [422, unknown.body], "one of somebody else is like one that is not there");
  assert.equal((await gil.post("/invitations/accept", { id })).status, 422, "nor does it join one");
  for (const wrong of [{}, { id: 0 }, { id: "x" }, { id: null }, { id: 2 ** 31 }])
    assert.equal((await asGil.post("/invitations/accept", wrong)).status, 422, JSON.stringify(wrong));
  const joined = await asGil.post("/invitations/accept", { id });
  assert.deepEqual([joined.status, (joined.body as { space_id: number }).space_id], [200, ana.spaceId]);
  assert.deepEqual(await received(asGil), []);

  const again = (await ana.post("/invitations", { email: noa.email, role: "viewer" })).body as { id: number };
  assert.equal((await received(asNoa)).length, 1);
  await ana.delete(`/invitations/${again.id}`);
  assert.deepEqual(await received(asNoa), []);
  assert.equal((await asNoa.post("/invitations/accept", { id: again.id })).status, 422);
});

test("POST /invitations says nothing about accounts, refuses members and what is no address, and mails again later where auth is busy", async () => {
  const kim = await finance.member("kim@example.com");
  for (const email of ["", "x", "a b@c.de", "a@b,c@d.e", "a@b@c", 7, "x".repeat(255)])
    assert.equal((await kim.post("/invitations", { email, role: "viewer" })).status, 422, String(email));
  assert.equal((await kim.post("/invitations", { email: "a@example.com", role: "boss" })).status, 422);
  assert.equal((await kim.post("/invitations", { email: kim.email, role: "viewer" })).status, 422);
  const reply = await kim.post("/invitations", { email: "ana@example.com", role: "viewer" });
  const unknown = await kim.post("/invitations", { email: "nobody@example.com", role: "viewer" });
  const shape = ({ status, body }: Reply) => [status, Object.keys(body as object), (body as { sent_at: string }).sent_at];
  assert.deepEqual(shape(reply), shape(unknown));
  const again = await kim.post("/invitations", { email: "nobody@example.com", role: "editor" });
  assert.equal((again.body as { sent_at: null }).sent_at, null, "auth lets a minute pass between two mails");
  finance.clock.advance(61);
  const { db, auth, invitationKey, log } = finance.service.world;
  await sendInvitations({ db, auth, invitationKey, log, now: finance.clock.now });
  const open = (await kim.get("/invitations")).body as { email: string; role: string; sent_at: string | null }[];
  assert.deepEqual(
    open.map(({ email, role, sent_at: at }) => [email, role, at !== null]),
    [
      ["ana@example.com", "viewer", true],
      ["nobody@example.com", "editor", true],
    ],
  );
  const dry = await kim.post("/invitations", { email: "dry@example.com", role: "viewer", dry_run: true });
  assert.equal(dry.status, 201, dry.text);
  assert.equal(await tokenFor("dry@example.com"), "", "a dry run mails nobody");
});

test("POST /spaces makes a space of its own books, whose last owner stays; a user makes ten of them, and a dry run none", async () => {
  const rosa = await finance.member("rosa@example.com");
  const keyed = { "idempotency-key": "club" };
  const spaceReply = await rosa.post("/spaces", { name: " Clube " }, keyed);
  assert.equal(spaceReply.status, 201, spaceReply.text);
  const club = spaceReply.body as { id: number };
  assert.deepEqual(spaceReply.body, { id: club.id, role: "owner", own: false, name: "Clube", current: false });
  assert.equal((await rosa.post("/spaces", { name: " Clube " }, keyed)).text, spaceReply.text);
  assert.equal((await rosa.post("/spaces", { name: "Dry", dry_run: true })).status, 201);
  const home = await rosa.bearer();
  const there = about(home, club.id);
  await there.post("/transactions", { description: "fee", amount_cents: -5 });
  assert.deepEqual([await count(there), await count(home)], [1, 0]);
  assert.ok(((await there.get("/categories")).body as unknown[]).length > 10);
  const listed = (await home.get("/spaces")).body as { id: number; name: string }[];
  assert.deepEqual(
    listed.map(({ id, name }) => [id, name]),
    [
      [rosa.spaceId, "rosa"],
      [club.id, "Clube"],
    ],
  );
  for (const refused of [
    await there.delete(`/members/${rosa.userId}`),
    await there.put(`/members/${rosa.userId}`, { role: "viewer" }),
  ])
    assert.equal(refused.status, 422, refused.text);
  const sara = await join("sara@example.com", "owner", { ...rosa, ...there, spaceId: club.id });
  assert.equal((await there.delete(`/members/${rosa.userId}`)).status, 200);
  assert.deepEqual(answered(await there.get("/tags")), NOT_A_MEMBER);
  assert.equal((await sara.there.delete(`/members/${sara.userId}`)).status, 422, "now she is the last");
  await extendAll(finance.service.world.db, recordingLog(), finance.clock.now);
  for (let n = 1; n < 10; n++) assert.equal((await rosa.post("/spaces", { name: "x" })).status, 201);
  assert.equal((await rosa.post("/spaces", { name: "x" })).status, 422);
  assert.equal((await rosa.post("/spaces", { name: " " })).status, 422);
});

test("PUT and DELETE /spaces/:id are for owners of a further space: renamed it is logged, deleted nobody comes in, and all of it is erased", async () => {
  const [vanda, zuleica] = [await finance.member("vanda@example.com"), await finance.member("zuleica@example.com")];
  const [home, stranger] = [await vanda.bearer(), await zuleica.bearer()];
  const club = (await home.post("/spaces", { name: "Clube" })).body as { id: number };
  const there = about(home, club.id);
  const wanda = await join("wanda@example.com", "editor", { ...vanda, ...there, spaceId: club.id });
  await there.post("/transactions", { description: "fee", amount_cents: -5 });
  const token = ((await there.post("/api_tokens", { name: "bot", scope: "write" })).body as { token: string }).token;
  const bot = clientWith(finance.call, basicHeader(vanda.email, token));
  await there.post("/invitations", { email: zuleica.email, role: "owner" });
  const path = `/spaces/${club.id}`;

  const renamed = await home.put(path, { name: " Clube de tênis " }, { "idempotency-key": "rename" });
  assert.deepEqual([renamed.status, renamed.body], [200, { ...club, name: "Clube de tênis" }]);
  assert.equal((await bot.put(path, { name: "Clube" })).status, 200, "a token of the space may, too");
  assert.equal((await home.put(path, { name: "Clube" })).status, 200);
  const { changes } = (await there.get("/changes?since=0")).body as { changes: Record<string, unknown>[] };
  const names = changes
    .filter(({ entity, after }) => entity === "space" && "name" in (after as object))
    .map(({ before, after }) => [before, after]);
  assert.deepEqual(names, [
    [{ name: "Clube" }, { name: "Clube de tênis" }],
    [{ name: "Clube de tênis" }, { name: "Clube" }],
  ]);

  for (const method of ["put", "delete"] as const) {
    const ask = (who: TestClient, body: object = { name: "Clube" }, id: number = club.id) => who[method](`/spaces/${id}`, body);
    assert.deepEqual(answered(await ask(wanda.home)), [403, "somente para donos do espaço"]);
    assert.deepEqual(answered(await ask(wanda.there)), [403, "somente para donos do espaço"]);
    assert.equal((await ask(stranger)).status, 404);
    assert.equal((await ask(vanda)).status, 404, "a token of another space knows nothing of it");
    assert.equal((await ask(home, { name: "Clube" }, 987_654_321)).status, 404);
    assert.equal((await ask(home, {})).status, 422);
    assert.equal((await ask(home, { name: "vanda" }, vanda.spaceId)).status, 422, "the own space stays");
    assert.equal((await ask(home, { name: "Clube", dry_run: true })).status, 200);
  }
  assert.equal((await home.delete(path, { name: "Clubs" })).status, 422, "another name is no confirmation");
  assert.equal(await count(there), 1);

  const slow = wanda.there.post("/transactions", { description: "late", amount_cents: -5 });
  const deleted = await home.delete(path, { name: "Clube" }, { "idempotency-key": "gone" });
  assert.deepEqual([deleted.status, deleted.body], [200, { ...club, name: "Clube" }]);
  assert.ok([201, 403].includes((await slow).status), "before it, or not at all");
  assert.equal((await home.delete(path, { name: "Clube" }, { "idempotency-key": "gone" })).text, deleted.text);
  assert.equal((await home.delete(path, { name: "Clube" })).status, 404);
  for (const who of [there, wanda.there]) assert.deepEqual(answered(await who.get("/tags")), NOT_A_MEMBER);
  assert.ok(
    [401, 403].includes((await bot.get("/tags")).status),
    "its token is gone, or remembered for a space that lets nobody in",
  );
  assert.equal((await stranger.post("/invitations/accept", { token: await tokenFor(zuleica.email) })).status, 404);
  assert.deepEqual(((await home.get("/spaces")).body as unknown[]).length, 1);

  const { db, queue } = finance.service.world;
  const countFilledTables = async () =>
    Object.values(await checksum(db, club.id)).filter((each) => !each.startsWith("0 ")).length;
  assert.ok((await countFilledTables()) > 0);
  await eraseDeletedSpaces({ db, queue, now: finance.clock.now, portion: 1 });
  assert.equal(await countFilledTables(), 0);
});

test("PUT /preferences is for viewers too: they are the user's own", async () => {
  const rita = await join("rita@example.com", "viewer");
  assert.equal((await rita.there.put("/preferences", { preferences: { theme: "dark" } })).status, 200);
  assert.deepEqual((await rita.home.get("/preferences")).body, { preferences: { theme: "dark" } });
});

test("whoever is deleted at auth is listed no more, at once or at night, and what they wrote stays", async () => {
  const [tina, uma] = [await join("tina@example.com", "editor"), await join("uma@example.com", "viewer")];
  await tina.there.post("/transactions", { description: "by Tina", amount_cents: -3 });
  const shown = async () => ((await ana.get("/members")).body as { user_id: number }[]).map((each) => each.user_id);
  const before = await count(ana);
  assert.ok((await shown()).includes(tina.userId));
  const gone = await call(`${finance.auth.url}/admin/users/${tina.authUserId}`, {
    method: "DELETE",
    headers: finance.auth.admin,
  });
  assert.equal(gone.status, 200, gone.text);
  await until("the deletion to be heard", async () => !(await shown()).includes(tina.userId));
  assert.ok(!((await ana.get("/users")).body as { id: number }[]).some(({ id }) => id === tina.userId));
  assert.equal(await count(ana), before);
  const { db, config } = finance.service.world;
  const auth = openAuthLink({ url: config.authUrl, token: config.authToken });
  const deaf = { findUser: async (id: string) => (id === uma.authUserId ? undefined : auth.findUser(id)) };
  await followShared({ db, link: deaf, now: finance.clock.now });
  assert.ok(!(await shown()).includes(uma.userId));
  assert.ok((await shown()).includes(ana.userId));
});
