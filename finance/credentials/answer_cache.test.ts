import assert from "node:assert/strict";
import { test } from "node:test";
import { type AboutUser, openAnswerCache } from "./answer_cache.ts";

const ana: AboutUser = { authUserId: "ana" };
const words = ["password", "ana@example.com", "correct horse"];

/** A question that is answered when the test says so, and counts how often it was put. */
function question() {
  const waiting: ((value: AboutUser | undefined) => void)[] = [];
  const ask = () => new Promise<AboutUser | undefined>((resolve) => waiting.push(resolve));
  return {
    ask,
    get count() {
      return waiting.length;
    },
    answer: (index: number, value: AboutUser | undefined) => waiting[index]?.(value),
  };
}

function setup() {
  const state = { silent: false, nowMs: 0 };
  const cache = openAnswerCache<AboutUser>({ isSilent: () => state.silent, clock: () => state.nowMs });
  let questions = 0;
  const learn = (value: AboutUser | undefined = ana) =>
    cache.learn(words, async () => {
      questions++;
      return value;
    });
  return { state, known: cache, learn, asked: () => questions };
}

test("what was learnt is not asked for again, until its time is over", async () => {
  const { state, learn, asked, known } = setup();
  assert.equal(await learn(), ana);
  assert.equal(await learn(), ana);
  assert.equal(asked(), 1);
  await known.learn([...words, "x"], async () => ana);
  state.nowMs = 6 * 60_000;
  await learn();
  assert.equal(asked(), 2);
});

test("nobody is not remembered", async () => {
  const { known, asked, learn } = setup();
  assert.equal(await known.learn(words, async () => undefined), undefined);
  await learn();
  assert.equal(asked(), 1);
});

test("while changes may be missed everything is asked for, and counts again afterwards", async () => {
  const { state, learn, asked } = setup();
  await learn();
  state.silent = true;
  await learn();
  await learn();
  assert.equal(asked(), 3);
  state.silent = false;
  await learn();
  assert.equal(asked(), 3);
});

test("a change drops all that is known of its user, and of nobody else", async () => {
  const { known, learn, asked } = setup();
  await learn();
  known.forget("bob");
  await learn();
  assert.equal(asked(), 1);
  known.forget("ana");
  await learn();
  assert.equal(asked(), 2);
  known.forgetAll();
  await learn();
  assert.equal(asked(), 3);
});

for (const change of ["forget", "forgetAll"] as const) {
  test(`an answer that was under way during ${change} is not kept`, async () => {
    const { known, learn, asked } = setup();
    const slow = question();
    const answer = known.learn(words, slow.ask);
    known[change]("ana");
    slow.answer(0, ana);
    assert.equal(await answer, ana);
    await learn();
    assert.equal(asked(), 1);
  });
}

test("many at once with the same words are one question; if its user changes meanwhile, the others put a second one together", async () => {
  const { known, state } = setup();
  const slow = question();
  const ten = () => Array.from({ length: 10 }, () => known.learn(words, slow.ask));
  const first = ten();
  assert.equal(slow.count, 1);
  slow.answer(0, ana);
  assert.deepEqual(new Set(await Promise.all(first)), new Set([ana]));

  known.forget("ana");
  const second = ten();
  assert.equal(slow.count, 2);
  known.forget("ana");
  state.nowMs = 5;
  slow.answer(1, ana);
  assert.equal(await second[0], ana);
  await new Promise(setImmediate);
  assert.equal(slow.count, 3, "whoever only listened wants an answer from after the change");
  slow.answer(2, undefined);
  assert.deepEqual(new Set(await Promise.all(second.slice(1))), new Set([undefined]));
});

test("while changes may be missed, only what was asked after one came counts, and many share that", async () => {
  const { known, state } = setup();
  state.silent = true;
  const slow = question();
  const first = known.learn(words, slow.ask);
  state.nowMs = 1;
  const others = Array.from({ length: 10 }, () => known.learn(words, slow.ask));
  state.nowMs = 2;
  slow.answer(0, ana);
  assert.equal(await first, ana);
  await new Promise(setImmediate);
  assert.equal(slow.count, 2);
  slow.answer(1, { ...ana });
  for (const other of await Promise.all(others)) assert.notEqual(other, ana);
  assert.equal(slow.count, 2);
});

test("a question that fails fails for all who wait, and is put anew afterwards", async () => {
  const { known, learn, asked } = setup();
  const failing = () => known.learn(words, () => Promise.reject(new Error("away")));
  const results = await Promise.allSettled([failing(), failing()]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  await learn();
  assert.equal(asked(), 1);
});

test("more questions at once than auth should get are refused", async () => {
  const { known } = setup();
  const slow = question();
  const many = Array.from({ length: 501 }, (_, index) => known.learn(["password", String(index)], slow.ask));
  await assert.rejects(many[500] as Promise<unknown>, { status: 503 });
  for (let index = 0; index < 500; index++) slow.answer(index, undefined);
  await Promise.all(many.slice(0, 500));
});
