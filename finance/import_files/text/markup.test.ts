import assert from "node:assert/strict";
import { test } from "node:test";
import { attribute, DeclaresEntities, lineCounter, tagsOf } from "./markup.ts";

const brief = (source: string, lenient = false) =>
  [...tagsOf(source, lenient)].map(({ name, kind, text }) => `${kind} ${name}:${text}`);

test("tags with the text that follows them, namespaces left out", () => {
  assert.deepEqual(brief('a<x:B c="1">one</x:B>two<D/>'), ["open B:one", "close B:two", "empty D:"]);
});

test("comments and instructions are passed over, CDATA is text as it stands", () => {
  assert.deepEqual(brief("<?xml ?><!-- <A> --><B>1<!-- x -->2<![CDATA[<&amp;>]]>3</B>"), ["open B:12<&amp;amp;>3", "close B:"]);
});

test("a declaration is refused, in HTML it is passed over", () => {
  assert.throws(() => brief("<!DOCTYPE html><B>"), DeclaresEntities);
  assert.throws(() => brief("<B>1<!ENTITY x>"), DeclaresEntities);
  assert.deepEqual(brief("<!DOCTYPE html><B>1", true), ["open B:1"]);
});

test("brackets that open no tag are text", () => {
  assert.deepEqual(brief("<A>1 < 2<B>3<C<D>4"), ["open A:1 < 2", "open B:3", "open D:4"]);
  assert.deepEqual(brief("<A>x<never"), ["open A:x"]);
});

test("attributes by their name, whatever their namespace", () => {
  assert.equal(attribute("ss:Index='3' r=\"A&amp;1\"", "index"), "3");
  assert.equal(attribute('r="A&amp;1"', "r"), "A&1");
  assert.equal(attribute('r="1"', "s"), undefined);
});

test("lines are counted as the pass goes on", () => {
  const lineAt = lineCounter("a\nb\n\nc");
  assert.deepEqual([lineAt(0), lineAt(2), lineAt(5), lineAt(5)], [1, 2, 4, 4]);
});

test("texts that invite to look again and again are passed over once", () => {
  const size = 200_000;
  for (const hostile of [
    "<a".repeat(size),
    "<".repeat(size),
    "<a<b>".repeat(size),
    "<!--".repeat(size),
    "<a>&".repeat(size),
    "<![CDATA[".repeat(size),
  ])
    assert.ok([...tagsOf(hostile, true)].length <= size);
});
