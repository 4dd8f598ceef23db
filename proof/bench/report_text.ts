// The results as tables for a terminal.
import { MEMORY_GOALS } from "./memory.ts";
import { missedGoals } from "./missed_goals.ts";
import { growthOf, type Results } from "./results.ts";

export function renderText(results: Results): string {
  const { machine, hotPaths, memory, growth, lists, overload, pages, paints, starts, receipts, compared } = results;
  const parts = [
    `${machine.cores} cores, ${machine.model}, Node ${machine.node}, ${machine.postgres}, ${results.startedAt.slice(0, 10)}`,
  ];
  if (hotPaths.length > 0) parts.push(hotPathsTable(hotPaths));
  if (memory.length > 0) parts.push(memoryTable(memory));
  if (growth.length > 0) parts.push(growthTable(growth));
  if (lists.length > 0) parts.push(listsTable(lists));
  if (overload.length > 0) parts.push(overloadTable(overload));
  if (pages.length > 0) parts.push(pagesTable(pages));
  if (paints.length > 0) parts.push(paintsTable(paints));
  if (starts.length > 0) parts.push(startsTable(starts));
  if (receipts.length > 0) parts.push(receiptsTable(receipts));
  if (compared.length > 0) parts.push(comparisonTable(compared));
  if (parts.length > 1) parts.push('"taken": the largest share of the machine that others took in a round that counts.');
  const missed = missedGoals(results);
  if (missed.length > 0) parts.push(`Missed:\n${missed.map((each) => `  ${each}`).join("\n")}`);
  if (results.notMeasured.length > 0) parts.push(`Not measured: ${results.notMeasured.join("; ")}`);
  return parts.join("\n\n");
}

function hotPathsTable(hotPaths: Results["hotPaths"]): string {
  return table(
    ["workload", "req/s", "p50 ms", "p99 ms", "MiB", "statements", "CPU us", "bare loop/s", "ratio", "goal", "taken", "bad"],
    hotPaths.map(({ ceiling, ...each }) => [
      each.workload,
      whole(each.eachSecond),
      fine(each.p50Ms),
      fine(each.p99Ms),
      whole(each.memoryMib),
      each.statementsPerRequest.toFixed(2),
      whole(each.cpuMicroseconds),
      ceiling ? whole(ceiling.eachSecond) : "",
      ceiling ? percent(ceiling.ratio) : "",
      each.goal === undefined ? "" : percent(each.goal),
      percent(each.taken),
      each.bad === 0 ? "0" : `${each.bad}: ${each.complaint ?? ""}`,
    ]),
  );
}

function memoryTable(memory: Results["memory"]): string {
  return table(
    ["MiB of a service", "idle", "goal", "full load", "goal"],
    memory.map(({ service, idleMib, fullLoadMib }) => [
      service,
      ...[whole(idleMib), whole(MEMORY_GOALS.idleMib)],
      ...[fullLoadMib === undefined ? "" : whole(fullLoadMib), whole(MEMORY_GOALS.fullLoadMib)],
    ]),
  );
}

function growthTable(growth: Results["growth"]): string {
  return table(
    ["median ms with", "", ...sizesOf(growth).map((count) => count.toLocaleString("en")), "times", "at most", "taken"],
    growthOf(growth).map(({ workload, of, points, ratio, goal }) => {
      const cells = sizesOf(growth).map((size) => points.find(({ count }) => count === size)?.p50Ms);
      const view = [...cells, ratio, goal].map((each) => (each === undefined ? "" : fine(each)));
      return [of, workload, ...view, percent(points[0]?.taken ?? 0)];
    }),
  );
}

function listsTable(lists: Results["lists"]): string {
  const sizes = (lists[0]?.users ?? []).map((count) => count.toLocaleString("en"));
  return table(
    ["list of users, ms with", ...sizes.flatMap((size) => [`${size} p50`, "p95"]), "times", "at most", "taken"],
    lists.map(({ list, p50Ms, p95Ms, times, goal, taken }) => [
      list,
      ...[0, 1].flatMap((size) => [fine(p50Ms[size] ?? 0), fine(p95Ms[size] ?? 0)]),
      ...[times.toFixed(2), goal.toFixed(2), percent(taken)],
    ]),
  );
}

function overloadTable(overload: Results["overload"]): string {
  return table(
    [
      "overload",
      "peak/s",
      "offered/s",
      "good/s",
      "of peak",
      "answers in a second",
      "refused p99",
      "unsent/s",
      "health p50",
      "health p99",
    ],
    overload.map((each) => [
      each.workload,
      whole(each.peakEachSecond),
      whole(each.offeredEachSecond),
      whole(each.goodEachSecond),
      percent(each.goodShare),
      Object.entries(each.answers)
        .map(([status, count]) => `${status}: ${whole(count)}`)
        .join(", "),
      each.refusedP99Ms === undefined ? "" : `${fine(each.refusedP99Ms)} ms`,
      whole(each.unsentEachSecond),
      `${fine(each.healthP50Ms)} ms`,
      `${fine(each.healthP99Ms)} ms`,
    ]),
  );
}

function pagesTable(pages: Results["pages"]): string {
  return table(
    ["page", "usable ms", "empty ms", "times", "at most", "taken"],
    pages.map(({ page, usableMs, emptyMs, ratio, goal, taken }) => [
      page,
      ...[whole(usableMs), whole(emptyMs), ratio.toFixed(2), goal.toFixed(2), percent(taken)],
    ]),
  );
}

function paintsTable(paints: Results["paints"]): string {
  return table(
    ["on the screen", "ms", "at most", "taken"],
    paints.map(({ what, ms, goalMs, taken }) => [what, whole(ms), whole(goalMs), percent(taken)]),
  );
}

function startsTable(starts: Results["starts"]): string {
  return table(
    ["start of the package", "seconds", "at most", "taken"],
    starts.map(({ what, seconds, goalSeconds, taken }) => [what, fine(seconds), whole(goalSeconds), percent(taken)]),
  );
}

function receiptsTable(receipts: Results["receipts"]): string {
  return table(
    ["receipts", "MB/s", "bare server", "ratio", "at least", "MiB more"],
    receipts.map(({ what, megabytesPerSecond, bareMegabytesPerSecond, ratio, goal, growthMib }) => [
      what,
      ...[fine(megabytesPerSecond), fine(bareMegabytesPerSecond), percent(ratio), percent(goal), whole(growthMib)],
    ]),
  );
}

function comparisonTable(compared: Results["compared"]): string {
  return table(
    ["workload", ...(compared[0]?.names ?? []).flatMap((name) => [`${name}/s`, "p50 ms", "p99 ms"]), "times", "taken", "bad"],
    compared.map(({ workload, sides, ratio, taken }) => [
      workload,
      ...sides.flatMap((side) => [whole(side.eachSecond), fine(side.p50Ms), fine(side.p99Ms)]),
      ratio.toFixed(2),
      percent(taken),
      sides.every(({ bad }) => bad === 0)
        ? "0"
        : `${sides.map(({ bad }) => bad).join(" and ")}: ${sides.find(({ complaint }) => complaint)?.complaint ?? ""}`,
    ]),
  );
}

function sizesOf(growth: Results["growth"]): number[] {
  return [...new Set(growth.map(({ count }) => count))].sort((one, other) => one - other);
}

/** The first column is left-aligned, numbers are right-aligned. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? "").length)));
  const isText = (index: number) => rows.some((row) => /[a-z]{3}/i.test(row[index] ?? ""));
  const align = (cell: string, index: number) =>
    isText(index) ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0);
  return lines.map((line) => line.map(align).join("  ").trimEnd()).join("\n");
}

const whole = (value: number) => (Number.isFinite(value) ? Math.round(value).toLocaleString("en") : "?");
const fine = (value: number) => (Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 1) : "?");
const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
