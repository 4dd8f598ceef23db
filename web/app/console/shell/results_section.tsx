// What became of each user of a job: in pages, by outcome, or as a file.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Failed } from "../../ui/problems.tsx";
import { Section } from "../../ui/sections.tsx";
import { usePages } from "../data/use_pages.ts";
import { usersWords } from "../users/words.ts";
import { Skeleton } from "./loading.tsx";

interface ResultsProps<Result> {
  title: string;
  /** Of the results, without a query. */
  path: string;
  /** With their names. */
  outcomes: readonly (readonly [outcome: string, name: string])[];
  words: { outcome: string; all: string; none: string; file: string };
  /** How far the job is: the list is read again when it changes. */
  progress: string;
  columns: readonly string[];
  /** A row of the table. */
  children: (result: Result) => ComponentChildren;
}

export function ResultsSection<Result>({ title, path, outcomes, words, progress, columns, children }: ResultsProps<Result>) {
  const outcome = useSignal("");
  const below = `${path}?${outcome.value && `outcome=${outcome.value}&`}`;
  const { pages, problem, next, load, refresh } = usePages<{ results: Result[] }>(`${below}limit=100`);
  useEffect(refresh, [progress]);
  const results = pages?.flatMap((page) => page.results);
  return (
    <Section
      title={title}
      acts={
        <a class="button small" href={`/api/admin${below}format=csv`} download>
          <Icon name="download" />
          <span>{words.file}</span>
        </a>
      }
    >
      <label class="field">
        {words.outcome}
        <select value={outcome.value} onChange={({ currentTarget }) => (outcome.value = currentTarget.value)}>
          <option value="">{words.all}</option>
          {outcomes.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {problem ? (
        <Failed problem={problem} retry={() => void load(next)} />
      ) : !results ? (
        <Skeleton />
      ) : results.length === 0 ? (
        <Empty text={words.none} />
      ) : (
        <div class="table-frame">
          <table class="records">
            <thead>
              <tr>
                {columns.map((each) => (
                  <th key={each} scope="col">
                    {each}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{results.map(children)}</tbody>
          </table>
        </div>
      )}
      {next !== undefined && !problem && (
        <div class="section-more">
          <button type="button" onClick={() => void load(next)}>
            {usersWords.more}
          </button>
        </div>
      )}
    </Section>
  );
}
