import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../kernel/errors.ts";
import { pageHeaders, readPage } from "./pages.ts";

test("readPage takes the defaults for what is missing or empty, and caps the size", () => {
  assert.deepEqual(readPage({}), { page: 1, perPage: 50 });
  assert.deepEqual(readPage({ page: "", per_page: "" }), { page: 1, perPage: 50 });
  assert.deepEqual(readPage({ page: "3", per_page: "5000" }), { page: 3, perPage: 1000 });
});

test("readPage takes page 0 for the first, as gotrue-go counts", () => {
  for (const page of ["0", "00"]) assert.deepEqual(readPage({ page }), { page: 1, perPage: 50 });
});

for (const text of ["-0", "-1", "1.5", "1e3", "x", " 1", "٣", "9999999999999999", "10000000000"]) {
  test(`readPage refuses page ${text}`, () => {
    assert.throws(
      () => readPage({ page: text }),
      ({ status, code, message }: Fault) => {
        assert.deepEqual([status, code], [400, "validation_failed"]);
        return message.startsWith("Bad Pagination Parameters: ");
      },
    );
  });
}

test("readPage refuses a page of none", () => {
  assert.throws(() => readPage({ per_page: "0" }), /per_page is not a positive number/);
});

test("pageHeaders puts page first, keeps the other parameters, and has no next page after the last", () => {
  const first = pageHeaders("/admin/users", { page: 1, perPage: 50 }, 301, {
    filter: "a,b;c",
    email: undefined,
    sort: ["created_at asc"],
  });
  assert.deepEqual(first, {
    "x-total-count": "301",
    link:
      '</admin/users?page=2&per_page=50&filter=a%2Cb%3Bc&sort=created_at%20asc>; rel="next", ' +
      '</admin/users?page=7&per_page=50&filter=a%2Cb%3Bc&sort=created_at%20asc>; rel="last"',
  });
  const last = pageHeaders("/admin/users", { page: 7, perPage: 50 }, 301, {});
  assert.equal(last.link, '</admin/users?page=7&per_page=50>; rel="last"');
  assert.equal(pageHeaders("/x", { page: 1, perPage: 50 }, 0, {}).link, '</x?page=1&per_page=50>; rel="last"');
});

test("pageHeaders writes a parameter's name, too, in letters that a header can hold", () => {
  const { link } = pageHeaders("/x", { page: 1, perPage: 50 }, 0, { "é=&\u{1F4A5}": "ü" });
  assert.equal(link, '</x?page=1&per_page=50&%C3%A9%3D%26%F0%9F%92%A5=%C3%BC>; rel="last"');
});

test("pageHeaders never makes more than a client takes", () => {
  const longest = pageHeaders("/admin/users", { page: 1, perPage: 50 }, 301, { filter: "日".repeat(255) });
  assert.ok(longest.link && longest.link.length < 8_192);
  assert.throws(
    () => pageHeaders("/admin/users", { page: 1, perPage: 50 }, 301, { filter: "日".repeat(255), phone: " ".repeat(1_000) }),
    ({ status, message }: Fault) => status === 400 && message === "Bad Pagination Parameters: the other parameters are too long",
  );
});
