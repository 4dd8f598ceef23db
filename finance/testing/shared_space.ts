// Test support: somebody who joins the space of another.
import assert from "node:assert/strict";
import type { TestClient, TestFinance, TestMember } from "../testing.ts";
import { invitationTokenFor } from "./walk_people.ts";

/** The same caller, about that space. */
export function about(client: TestClient, spaceId: number | string): TestClient {
  const header = { "x-cofre-space": String(spaceId) };
  return {
    ...client,
    get: (path, headers) => client.get(path, { ...header, ...headers }),
    post: (path, body, headers) => client.post(path, body, { ...header, ...headers }),
    put: (path, body, headers) => client.put(path, body, { ...header, ...headers }),
    delete: (path, body, headers) => client.delete(path, body, { ...header, ...headers }),
  };
}

/** A new user in the role, as a client of the owner's space. */
export async function joinSpace(
  { auth, member }: Pick<TestFinance, "auth" | "member">,
  owner: TestMember,
  email: string,
  role: string,
): Promise<TestClient> {
  const guest = await member(email);
  const invited = await owner.post("/invitations", { email, role });
  assert.equal(invited.status, 201, invited.text);
  const joined = await guest.post("/invitations/accept", { token: await invitationTokenFor(auth, email) });
  assert.equal(joined.status, 200, joined.text);
  return about(await guest.bearer(), owner.spaceId);
}
