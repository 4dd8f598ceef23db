// AK: owners of the server, whose roles are rows and nothing else.
import assert from "node:assert/strict";
import { makeOwnerCode } from "../../../auth/grants/owner_code.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { claimsOf, forge } from "../../harness/tokens.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict, inParallel, tally } from "../expectations.ts";

const CLAIM = { roles: ["owner"], role: "owner", server_roles: ["owner"], server_grants: [{ role: "owner" }] };

export const owners: AttackCase[] = [
  attack("AK-08", "nobody becomes an owner by saying so", async (pair) => {
    const user = await pair.people.signedIn();
    await pair.auth.put("/user", { data: CLAIM }, user.bearer);
    await pair.auth.put(`/admin/users/${user.id}`, { app_metadata: CLAIM, user_metadata: CLAIM }, pair.admin);
    const { access_token: token } = user.session;
    const { inside } = pair;
    const claiming = { ...claimsOf(token), ...CLAIM, role: "authenticated", app_metadata: CLAIM };
    const callers = [user.bearer, { authorization: `Bearer ${forge(claiming, inside.jwtSecret)}` }];
    for (const headers of callers) {
      const roles = await pair.auth.get("/server", headers);
      assert.deepEqual(roles.body, { roles: [], rights: [], grave_rights: [], mailbox: false });
      expectVerdict(await pair.auth.get("/server/mailbox", headers), "403 not_owner");
      expectVerdict(await pair.auth.post("/server/invitations", { email: pair.address("invited") }, headers), "403 not_owner");
    }
    assert.equal((await pair.auth.get("/server/mailbox", pair.admin)).status, 403, "an operator's token is nobody's session");
  }),
  attack("AK-09", "a code that makes an owner is guessed, raced and used on somebody's account", async (pair) => {
    const { db } = pair.inside;
    const countOwners = async () =>
      (await db.one<{ count: number }>(sql`select count(*)::int as count from server_grants`)).count;
    const before = await countOwners();
    const { code } = (await makeOwnerCode(db, "another", new Date())) ?? assert.fail("no code");
    const victim = await pair.people.user();
    const password = "a long password";
    for (const wrong of ["", "x", "x".repeat(32), code.toLowerCase(), `${code}=`, code.slice(1)])
      expectVerdict(
        await pair.auth.post("/server/owner", { code: wrong, email: pair.address(), password }),
        "403 owner_code_invalid",
      );
    expectVerdict(await pair.auth.post("/server/owner", { code, email: victim.email, password }), "422 user_already_exists");
    assert.equal(
      (await pair.auth.post("/token?grant_type=password", { email: victim.email, password: victim.password })).status,
      200,
      "the account is its owner's",
    );
    const replies = await inParallel(16, () => pair.auth.post("/server/owner", { code, email: pair.address(), password }));
    assert.deepEqual(tally(replies), { 200: 1, "403 owner_code_invalid": 15 });
    assert.equal(await countOwners(), before + 1);
  }),
];
