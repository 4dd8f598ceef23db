// The address of a list of users, and what auth is asked for by it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { filterOf, listAddress, listPath, readListQuery } from "./list_query.ts";

test("an address keeps what is known, and nothing else", () => {
  const query = readListQuery({ search: " ana ", state: "banned", factor: "maybe", sort: "email asc", x: "1", provider: "" });
  assert.deepEqual(query, { search: "ana", state: "banned", sort: "email asc" });
  assert.equal(listAddress(query, { state: "" }), "/admin/users?search=ana&sort=email+asc");
  assert.equal(listAddress({}), "/admin/users");
});

test("days are asked for from their beginning here", () => {
  const path = listPath({ created_from: "2026-03-01", created_to: "nonsense" }, { limit: 50, total: true });
  const asked = new URL(path, "http://auth").searchParams;
  assert.equal(asked.get("created_from"), new Date(2026, 2, 1).toISOString());
  assert.equal(asked.has("created_to"), false);
  assert.deepEqual([asked.get("limit"), asked.get("total")], ["50", "true"]);
});

test("a bulk job takes the filters without order and page", () => {
  const query = readListQuery({ search: "ana", sort: "email asc", created_from: "2026-03-01", created_to: "nonsense" });
  assert.deepEqual(filterOf(query), { search: "ana", created_from: new Date(2026, 2, 1).toISOString() });
  assert.deepEqual(filterOf(readListQuery({ sort: "email asc" })), {});
});
