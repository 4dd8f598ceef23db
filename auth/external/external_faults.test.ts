// What goes wrong between providers, or before the browser is at one. What a provider does wrong later is in external_table.test.ts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { PROVIDERS } from "../config.ts";
import { FAULTS } from "./testing/desk.ts";
import { type OutsideWorld, startOutsideWorld } from "./testing/outside_world.ts";

const SITE = "https://app.example.com/";

test("a browser that comes back with the name of another provider is refused before the code is spent", async () => {
  await using world = await startOutsideWorld();
  // OAuth 1.0a has another token for it, which the browser brings and the provider checks.
  for (const provider of PROVIDERS.filter((each) => each !== "twitter")) {
    const trip = await world.begin(provider);
    trip.back.set("iss", "https://evil.test");
    const { status, page, query } = await world.comeBack(trip);
    assert.deepEqual([status, page, query.error_description], [302, SITE, "Unable to exchange external code"], provider);
  }
  assert.equal(await countUsers(world), 0);
  assert.equal(world.refusals().length, 0);
});

test("the code of one provider is nothing at another", async () => {
  await using world = await startOutsideWorld();
  const trips = await Promise.all(PROVIDERS.map((provider) => world.begin(provider)));
  for (const [index, trip] of trips.entries()) {
    const next = trips[(index + 1) % trips.length];
    const brought = Object.fromEntries(next?.back ?? []);
    // With the state and the name of the provider that was asked.
    const back = new URLSearchParams({ ...brought, state: trip.back.get("state") ?? "" });
    if (trip.back.has("iss")) back.set("iss", trip.back.get("iss") ?? "");
    else back.delete("iss");
    const { status, page, query } = await world.comeBack({ ...trip, back });
    assert.deepEqual([status, page, query.error_description], [302, SITE, "Unable to exchange external code"], trip.provider);
  }
  assert.equal(await countUsers(world), 0);
  await world.assertNothingKept();
});

test("a provider that fails before the browser is sent there sends it back to the application with an error", async () => {
  await using world = await startOutsideWorld({ INTERNAL_HTTP_TIMEOUT: "1" });
  for (const fault of FAULTS) {
    world.set({}, { fault, at: "request" });
    const { status, headers } = await world.auth.get("/authorize?provider=twitter");
    const { origin, pathname, searchParams, hash } = new URL(headers.location ?? "");
    assert.deepEqual([status, origin + pathname], [302, SITE], fault);
    assert.equal(searchParams.get("error_description"), "Unable to begin the sign-in at the external provider");
    assert.equal(hash, `#${searchParams}&sb=`);
  }
  const { count } = await world.auth.service.world.db.one<{ count: number }>(sql`select count(*)::int as count from flow_states`);
  assert.equal(count, 0);
  assert.deepEqual(world.refusals(), [], "a redirect was followed");
  world.set({}, {});
  assert.ok((await world.signIn("twitter")).fragment.access_token);
});

async function countUsers({ auth }: OutsideWorld): Promise<number> {
  return (await auth.service.world.db.one<{ count: number }>(sql`select count(*)::int as count from users`)).count;
}
