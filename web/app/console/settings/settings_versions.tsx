// /admin/settings/versions: who changed which settings, when and why, and taking that back.
import { useSignal } from "@preact/signals";
import { Empty } from "../../ui/empty.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { Failed } from "../../ui/problems.tsx";
import { dayAndTime, Section } from "../../ui/sections.tsx";
import { askAdmin } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { Screen } from "../shell/screen.tsx";
import { labelOf } from "./label_words.ts";
import { versionsWords } from "./words.ts";

interface Version {
  version: number;
  changes: Record<string, { before: string | null; after: string | null }>;
  author: { kind: string; name: string };
  reason: string | null;
  undoes: number | null;
  created_at: string;
  lapsed: boolean;
}

interface VersionsReply {
  versions: Version[];
  next?: number;
}

const PATH = "/settings/versions";

export function SettingsVersions() {
  const reply = useData<VersionsReply>(PATH);
  return (
    <Screen title={versionsWords.title} hint={versionsWords.hint}>
      <Loading from={reply} path={PATH}>
        {({ versions, next }) => (
          <>
            {versions.length === 0 && <Empty text={versionsWords.none} />}
            {versions.map((version) => (
              <VersionSection key={version.version} version={version} />
            ))}
            {next !== undefined && <Older before={next} />}
          </>
        )}
      </Loading>
    </Screen>
  );
}

/** What is beyond the newest does not change, so it is loaded once. */
function Older({ before }: { before: number }) {
  const console = useConsole();
  const pages = useSignal<readonly VersionsReply[]>([]);
  const problem = useSignal<Parameters<typeof Failed>[0]["problem"] | undefined>(undefined);
  const last = pages.value.at(-1);
  const next = last ? last.next : before;
  const load = async () => {
    problem.value = undefined;
    try {
      const { answer } = await askAdmin<VersionsReply>(console, `${PATH}?before=${next}`);
      pages.value = [...pages.value, answer];
    } catch (error) {
      problem.value = error as typeof problem.value;
    }
  };
  return (
    <>
      {pages.value
        .flatMap(({ versions }) => versions)
        .map((version) => (
          <VersionSection key={version.version} version={version} />
        ))}
      {problem.value && <Failed problem={problem.value} retry={() => void load()} />}
      {next !== undefined && !problem.value && (
        <div class="section-more">
          <button type="button" onClick={() => void load()}>
            {versionsWords.more}
          </button>
        </div>
      )}
    </>
  );
}

function VersionSection({ version: { version, changes, author, reason, undoes, created_at: at, lapsed } }: { version: Version }) {
  const console = useConsole();
  const hint = joinParts(
    dayAndTime(at),
    author.name || author.kind,
    reason && versionsWords.reason(reason),
    undoes !== null && versionsWords.undoes(undoes),
    lapsed && versionsWords.lapsed,
  );
  const undo = (
    <OpenButton
      label={versionsWords.undo}
      right="settings:read"
      dialog={(onClose) => (
        <ActDialog
          title={versionsWords.undoAsk(version)}
          text={versionsWords.undoHint}
          act={versionsWords.undo}
          right="security_settings:write"
          destroys={false}
          done={versionsWords.undone}
          onClose={onClose}
          work={async (why) => void (await act(console, "POST", `${PATH}/${version}/undo`, { reason: why }))}
        />
      )}
    />
  );
  return (
    <Section title={versionsWords.version(version)} hint={hint} acts={lapsed ? undefined : undo}>
      <ul class="lines">
        {Object.entries(changes)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, { before, after }]) => (
            <li key={name}>
              <span class="what">
                <strong>{labelOf(name) ?? <code>{name}</code>}</strong>
                <span class="hint">
                  {versionsWords.before}: {before ?? versionsWords.nothing}
                </span>
                <span class="hint">
                  {versionsWords.after}: {after ?? versionsWords.nothing}
                </span>
              </span>
            </li>
          ))}
      </ul>
    </Section>
  );
}
