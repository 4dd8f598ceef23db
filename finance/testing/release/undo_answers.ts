// Test support: what a release answers to the undo of everything that its log has.
import type { TestClient } from "../../testing.ts";

export interface UndoAnswer {
  status: number;
  body: unknown;
}

/** By the version of the write that is undone. */
export type ByVersion = Record<string, UndoAnswer>;

/** Of one space. */
export interface UndoAnswers {
  /** Each as if nothing else had been undone. */
  each: ByVersion;
  /** The same by force, where something was kept. */
  forced: ByVersion;
  /** All of them one after the other, from the last write to the first. */
  backwards: ByVersion;
}

export interface RecordedUndo {
  /** The moment at which the answers were given. */
  now: string;
  /** By the address of the owner. */
  spaces: Record<string, UndoAnswers>;
}

export async function undo(client: TestClient, version: number, force = false): Promise<UndoAnswer> {
  const { status, body } = await client.post("/changes/undo", { version, ...(force && { force }) });
  return { status, body };
}

/** `fresh`: a client of the space as it was before any undo. */
export async function undoEverything(fresh: () => Promise<TestClient>, versions: readonly number[]): Promise<UndoAnswers> {
  const answers: UndoAnswers = { each: {}, forced: {}, backwards: {} };
  for (const version of versions) {
    const answer = await undo(await fresh(), version);
    answers.each[version] = answer;
    const { kept = [] } = answer.body as { kept?: unknown[] };
    if (kept.length > 0) answers.forced[version] = await undo(await fresh(), version, true);
  }
  const client = await fresh();
  for (const version of versions.toReversed()) answers.backwards[version] = await undo(client, version);
  return answers;
}

/** An answer is a line. */
export function undoText({ now, spaces }: RecordedUndo): string {
  const object = (entries: [name: string, text: string][]) =>
    `{\n${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",\n")}}`;
  const answersText = (answers: ByVersion) =>
    object(Object.entries(answers).map(([version, answer]) => [version, JSON.stringify(answer)]));
  const spaceText = (answers: UndoAnswers) =>
    object(Object.entries(answers).map(([how, each]: [string, ByVersion]) => [how, answersText(each)]));
  const texts = Object.entries(spaces).map(([email, answers]): [string, string] => [email, spaceText(answers)]);
  return `${object([
    ["now", JSON.stringify(now)],
    ["spaces", object(texts)],
  ])}\n`;
}
