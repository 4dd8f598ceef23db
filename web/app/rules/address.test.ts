import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress } from "./address.ts";

const PATTERNS = ["/", "/rows", "/rows/new", "/rows/:id", "/cards/:id/invoices/:number", "/settings/:section?"];
const patternOf = (url: string) => readAddress(url, PATTERNS).pattern;
const paramsOf = (url: string) => ({ ...readAddress(url, PATTERNS).params });

test("an address fits the first pattern that describes all of its path", () => {
  assert.equal(patternOf("/"), "/");
  assert.equal(patternOf("/rows?month=2026-02"), "/rows");
  assert.equal(patternOf("/rows/"), "/rows");
  assert.equal(patternOf("/rows/new"), "/rows/new");
  assert.equal(patternOf("/rows/newer"), "/rows/:id");
  assert.equal(readAddress("/rows/:id", PATTERNS).params.id, ":id", "not the pattern itself");
  assert.equal(patternOf("/rows/7/history"), undefined);
  assert.equal(patternOf("/cards/7/invoices"), undefined);
  assert.equal(patternOf("/rowsx"), undefined);
});

test("values of an address are read by their names, decoded; one that may be missing may be", () => {
  assert.deepEqual(paramsOf("/cards/3/invoices/202602"), { id: "3", number: "202602" });
  assert.deepEqual(paramsOf("/rows/a%20b%2Fc"), { id: "a b/c" });
  assert.deepEqual(paramsOf("/rows/%zz"), { id: "%zz" });
  assert.deepEqual(paramsOf("/settings/security"), { section: "security" });
  assert.deepEqual(paramsOf("/settings"), { section: undefined });
  assert.deepEqual(paramsOf("/nowhere"), {});
});

test("the query is read by its names, and the path has no slash at its end", () => {
  const { path, query, url } = readAddress("/rows/?q=p%C3%A3o&place=card:1", PATTERNS);
  assert.deepEqual(
    { path, query: { ...query }, url },
    { path: "/rows", query: { q: "pão", place: "card:1" }, url: "/rows/?q=p%C3%A3o&place=card:1" },
  );
});
