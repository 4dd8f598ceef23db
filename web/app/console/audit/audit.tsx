// /admin/audit: what happened on this server, newest first; or what administrators did.
import { language } from "../../language.ts";
import { here } from "../../shell/router.ts";
import { Failed } from "../../ui/problems.tsx";
import { uiWords } from "../../ui/words.ts";
import { usePages } from "../data/use_pages.ts";
import { Skeleton } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { Screen } from "../shell/screen.tsx";
import { usersWords } from "../users/words.ts";
import { ActLines, type AdminAct } from "./act_lines.tsx";
import { AuditFilters } from "./audit_filters.tsx";
import { type AuditQuery, auditAddress, auditPath, FILTERS, momentOfCursor, readAuditQuery } from "./audit_query.ts";
import { type AuditEntry, EntryLines } from "./entry_lines.tsx";
import { ExportDialog } from "./export_dialog.tsx";
import { SavedSearches } from "./saved_searches.tsx";
import { auditWords, exportWords } from "./words.ts";

export function Audit() {
  const query = readAuditQuery(here.value.query);
  return (
    <Screen
      title={auditWords.title}
      hint={query.log ? auditWords.chained : auditWords.hint}
      tools={
        <OpenButton
          label={exportWords.title}
          right="audit:export"
          dialog={(onClose) => <ExportDialog query={query} onClose={onClose} />}
        />
      }
    >
      <search class="list-head">
        <nav class="segments tabs" aria-label={auditWords.logs.label}>
          <a href={auditAddress(query, { log: "" })} aria-current={query.log ? undefined : "page"}>
            {auditWords.logs.all}
          </a>
          <a href={auditAddress(query, { log: "acts" })} aria-current={query.log ? "page" : undefined}>
            {auditWords.logs.acts}
          </a>
        </nav>
        <AuditFilters query={query} />
        <div class="acts list-tools">
          <SavedSearches query={query} />
        </div>
      </search>
      {query.log ? <Acts query={query} /> : <Entries query={query} />}
    </Screen>
  );
}

const PAGE = "50";

function Acts({ query }: { query: AuditQuery }) {
  const { pages, problem, next, load, isLoading } = usePages<{ acts: AdminAct[] }>(auditPath(query, { limit: PAGE }));
  const acts = pages?.flatMap((page) => page.acts);
  return (
    <>
      {acts && !(problem && acts.length === 0) && <ActLines acts={acts} query={query} empty={emptyText(query)} />}
      <Rest state={{ isFirst: !pages, problem, next, isLoading }} load={load} />
    </>
  );
}

function Entries({ query }: { query: AuditQuery }) {
  const { pages, problem, next, load, isLoading } = usePages<AuditEntry[]>(auditPath(query, { per_page: PAGE }));
  const entries = pages?.flat();
  return (
    <>
      {entries && !(entries.length === 0 && (problem || next)) && (
        <EntryLines entries={entries} query={query} empty={emptyText(query)} />
      )}
      {next !== undefined && entries !== undefined && entries.length < Number(PAGE) * (pages?.length ?? 0) && (
        <p class="hint" role="status">
          {auditWords.searched(momentOfCursor(next).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }))}
        </p>
      )}
      <Rest state={{ isFirst: !pages, problem, next, isLoading }} load={load} />
    </>
  );
}

const emptyText = (query: AuditQuery) => (FILTERS.some((name) => query[name]) ? auditWords.none : auditWords.nothing);

interface RestProps {
  state: { isFirst: boolean } & Pick<ReturnType<typeof usePages>, "problem" | "next" | "isLoading">;
  load: (cursor?: string) => Promise<void>;
}

function Rest({ state: { isFirst, problem, next, isLoading }, load }: RestProps) {
  if (problem) return <Failed problem={problem} retry={() => void load(next)} />;
  if (isFirst) return <Skeleton />;
  if (next === undefined) return null;
  return (
    <div class="section-more">
      <button type="button" disabled={isLoading} onClick={() => void load(next)}>
        {isLoading ? uiWords.loading : usersWords.more}
      </button>
    </div>
  );
}
