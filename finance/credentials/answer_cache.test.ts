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
  return { state, cache, learn, questions: () => questions };
}

test("what was learnt is not asked for again, until its time is over", async () => {
  const { state, learn, questions, cache } = setup();
  assert.equal(await learn(), ana);
  assert.equal(await learn(), ana);
  assert.equal(questions(), 1);
  await cache.learn([...words, "x"], async () => ana);
  state.nowMs = 6 * 60_000;
  await learn();
  assert.equal(questions(), 2);
});

test("nobody is not remembered", async () => {
  const { cache, questions, learn } = setup();
  assert.equal(await cache.learn(words, async () => undefined), undefined);
  await learn();
  assert.equal(questions(), 1);
});

test("while changes may be missed everything is asked for, and counts again afterwards", async () => {
  const { state, learn, questions } = setup();
  await learn();
  state.silent = true;
  await learn();
  await learn();
  assert.equal(questions(), 3);
  state.silent = false;
  await learn();
  assert.equal(questions(), 3);
});

test("a change drops all that is known of its user, and of nobody else", async () => {
  const { cache, learn, questions } = setup();
  await learn();
  cache.forget("bob");
  await learn();
  assert.equal(questions(), 1);
  cache.forget("ana");
  await learn();
  assert.equal(questions(), 2);
  cache.forgetAll();
  await learn();
  assert.equal(questions(), 3);
});

for (const change of ["forget", "forgetAll"] as const) {
  test(`an answer that was under way during ${change} is not kept`, async () => {
    const { cache, learn, questions } = setup();
    const slow = question();
    const answer = cache.learn(words, slow.ask);
    cache[change]("ana");
    slow.answer(0, ana);
    assert.equal(await answer, ana);
    await learn();
    assert.equal(questions(), 1);
  });
}

test("many at once with the same words are one question; if its user changes meanwhile, the others put a second one together", async () => {
  const { cache, state } = setup();
  const slow = question();
  const ten = () => Array.from({ length: 10 }, () => cache.learn(words, slow.ask));
  const first = ten();
  assert.equal(slow.count, 1);
  slow.answer(0, ana);
  assert.deepEqual(new Set(await Promise.all(first)), new Set([ana]));

  cache.forget("ana");
  const second = ten();
  assert.equal(slow.count, 2);
  cache.forget("ana");
  state.nowMs = 5;
  slow.answer(1, ana);
  assert.equal(await second[0], ana);
  await new Promise(setImmediate);
  assert.equal(slow.count, 3, "whoever only listened wants an answer from after the change");
  slow.answer(2, undefined);
  assert.deepEqual(new Set(await Promise.all(second.slice(1))), new Set([undefined]));
});

test("while changes may be missed, only what was asked after one came counts, and many share that", async () => {
  const { cache, state } = setup();
  state.silent = true;
  const slow = question();
  const first = cache.learn(words, slow.ask);
  state.nowMs = 1;
  const others = Array.from({ length: 10 }, () => cache.learn(words, slow.ask));
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
  const { cache, learn, questions } = setup();
  const failing = () => cache.learn(words, () => Promise.reject(new Error("away")));
  const results = await Promise.allSettled([failing(), failing()]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  await learn();
  assert.equal(questions(), 1);
});

test("more questions at once than auth should get are refused", async () => {
  const { cache } = setup();
  const slow = question();
  const many = Array.from({ length: 501 }, (_, index) => cache.learn(["password", String(index)], slow.ask));
  await assert.rejects(many[500] as Promise<unknown>, { status: 503 });
  for (let index = 0; index < 500; index++) slow.answer(index, undefined);
  await Promise.all(many.slice(0, 500));
});
