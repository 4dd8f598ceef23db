// FH: households: viewers who write, removed members, and invitations for others.
import assert from "node:assert/strict";
import { routes } from "../../../finance/routes.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { mailsTo } from "../expectations.ts";
import { FINANCE_ROWS, matrixRow, PARAMETERS } from "../matrix_rows.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";
import { changesNothing, make, read } from "./records.ts";

export const households: AttackCase[] = [
  attack("FH-01", "a viewer cannot write at any route", { quick: true }, async (pair) => {
    const { owner, about } = await inHousehold(pair, "viewer");
    assert.equal((await about("GET", "/accounts")).status, 200);
    await changesNothing(pair, [owner], async () => {
      for (const { method, path, access } of routes) {
        if (access !== "writer" && access !== "owner") continue;
        const filled = path.replace(/:\w+/g, (name) => PARAMETERS[name] ?? "1");
        const { body = {} } = matrixRow(FINANCE_ROWS, method, path);
        assert.equal((await about(method, filled, body)).status, 403, `${method} ${path}`);
      }
    });
  }),
  attack(
    "FH-02",
    "whoever was removed is out at the next request, of every process, by header and by token",
    { quick: true },
    async (pair) => {
      const { owner, guest, guestId, spaceId, about } = await inHousehold(pair, "owner");
      const tokenReply = await about("POST", "/api_tokens", { name: "left behind", scope: "write" });
      const { token } = tokenReply.body as { token: string };
      const authorization = `Basic ${Buffer.from(`${guest.email}:${token}`).toString("base64")}`;
      assert.equal((await pair.finance.get("/accounts", { authorization })).status, 200);
      assert.equal((await owner.delete(`/members/${guestId}`)).status, 200);
      await changesNothing(pair, [owner], async () => {
        for (let tries = 0; tries < 20; tries++) {
          assert.equal((await about("GET", "/accounts")).status, 403);
          assert.equal((await about("POST", "/accounts", { name: "x" })).status, 403);
          const byToken = (await pair.finance.post("/accounts", { name: "x" }, { authorization })).status;
          // After too many attempts the limit answers.
          assert.ok([401, 403, 429].includes(byToken), `the token was answered ${byToken}`);
        }
      });
      assert.equal((await guest.get("/accounts", { "x-cofre-space": String(spaceId) })).status, 403, "a token of another space");
    },
  ),
  attack("FH-03", "a forwarded, modified or used invitation gives no access", async (pair) => {
    const { owner, token, spaceId } = await inHousehold(pair, "editor");
    const other = await pair.people.member();
    const flipped = [...token].map(
      (_, index) => `${token.slice(0, index)}${token[index] === "A" ? "B" : "A"}${token.slice(index + 1)}`,
    );
    await changesNothing(pair, [owner], async () => {
      for (const tried of [token, ...flipped, "1", "0.", `${token}.`, token.repeat(2)]) {
        const { status } = await other.post("/invitations/accept", { token: tried });
        assert.ok([403, 404, 422].includes(status), `${tried}: ${status}`);
      }
    });
    const header = { authorization: basic(other), "x-cofre-space": String(spaceId) };
    assert.equal((await pair.finance.get("/accounts", header)).status, 403);
    return `${flipped.length} changed tokens`;
  }),
];

const basic = ({ email, password }: Member) => `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`;

/** Returns the mailed token. */
export async function invite(pair: Pair, owner: Member, { email }: Member, role: string): Promise<string> {
  await make(owner, "/invitations", { email, role });
  const [mail] = await mailsTo(pair, email, 1);
  const text = mail?.parts.map((part) => part.text).join("\n") ?? "";
  return /#invitation=([\w.-]+)/.exec(text)?.[1] ?? "";
}

/** Two users, one of whom joined the other's space. `about` calls as the guest, with the password, in that space. */
export async function inHousehold(pair: Pair, role: string) {
  const [owner, guest] = [await pair.people.member(), await pair.people.member()];
  await make(owner, "/accounts", { name: "shared" });
  const token = await invite(pair, owner, guest, role);
  const joined = await guest.post("/invitations/accept", { token });
  assert.equal(joined.status, 200, joined.text);
  const { space_id: spaceId } = joined.body as { space_id: number };
  const { id: guestId } = await read(guest, "/users/me");
  const headers = { authorization: basic(guest), "x-cofre-space": String(spaceId) };
  const about = (method: string, path: string, body?: unknown) =>
    pair.finance.send(path, { method, headers, ...(method !== "GET" && { body }) });
  return { owner, guest, guestId, spaceId, token, about };
}
