// The lines of a preview as a dense table: groups, keys, corrections and the rule that a correction suggests.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { write } from "../../data/api.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { GROUPS, type Group, openGrouping, type TableRow, tableRows, toggled } from "../../rules/import_groups.ts";
import { decide, isReadable, VERDICTS, waits } from "../../rules/imports.ts";
import type { Category, Decision, Import, ImportLine, Refusal, Verdict } from "../../rules/records.ts";
import { offerFor, ruleOf } from "../../rules/rule_offer.ts";
import { here } from "../../shell/router.ts";
import { Empty } from "../../ui/empty.tsx";
import { GridHead, GridRow } from "../../ui/grid_cells.tsx";
import { Failed, reasonOf } from "../../ui/problems.tsx";
import { type RowPlace, VirtualRows } from "../../ui/virtual_rows.tsx";
import { uiWords } from "../../ui/words.ts";
import { Correct } from "./imports_correct.tsx";
import { GroupHeading } from "./imports_group.tsx";
import { KeysFooter, useTableKeys } from "./imports_keys.tsx";
import { Line } from "./imports_line.tsx";
import { Offer } from "./imports_offer.tsx";
import { useImportLines } from "./use_import_lines.ts";
import { NARROW, useRowHeights } from "./use_row_heights.ts";
import { importWords } from "./words.ts";

export function LinesTable({ from, path }: { from: Import; path: string }) {
  const store = useStore();
  const { lines, isWhole, problem, decide: send, reload } = useImportLines(path, from);
  const categoryList = useData<Category[]>("/categories").data;
  const categories = useMemo(() => new Map(categoryList?.map((each) => [each.id, each])), [categoryList]);
  const table = useRef<HTMLDivElement>(null);
  const heights = useRowHeights();
  const grouping = useMemo(openGrouping, [path]);
  const current = useSignal<string | undefined>(undefined);
  /** Whether the current row gets the focus once it is drawn. */
  const wantsFocus = useSignal(false);
  const chosenGroups = useSignal<ReadonlySet<Group> | undefined>(undefined);
  const picking = useSignal<number | undefined>(undefined);
  const editing = useSignal<number | undefined>(undefined);
  const offered = useSignal<number | undefined>(undefined);
  const isPreview = from.state === "preview";

  const filter = here.value.query.show ?? "";
  const linesOfFilter = useMemo(() => filtered(lines, filter, current.value), [lines, filter, current.value]);
  const first = GROUPS.find((group) => linesOfFilter.some((line) => grouping(line) === group));
  const open = filter === "" ? (chosenGroups.value ?? new Set(first && [first])) : new Set(GROUPS);
  const openNames = [...open].join();
  const rows = useMemo(
    () => tableRows(linesOfFilter, { groupOf: grouping, open, offered: offered.value }),
    [linesOfFilter, grouping, openNames, offered.value],
  );
  const stops = useMemo(() => rows.filter(({ kind }) => kind !== "offer").map(keyOf), [rows]);
  const at = stops.includes(current.value ?? "") ? (current.value as string) : (stops.find(isLineKey) ?? stops[0]);
  const lineAt = rows.find((row) => row.kind === "line" && keyOf(row) === at) as { line: ImportLine } | undefined;
  const decidable = isPreview && lineAt && isReadable(lineAt.line) ? lineAt.line : undefined;
  const offer = useMemo(() => {
    const corrected = lines.find(({ n }) => n === offered.value);
    return corrected && offerFor(corrected, lines);
  }, [lines, offered.value]);

  useLayoutEffect(() => {
    if (!wantsFocus.value) return;
    wantsFocus.value = false;
    const row = table.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  }, [wantsFocus.value, at]);

  const focusRow = (key: string | undefined) => {
    current.value = key;
    wantsFocus.value = true;
  };
  const save = async (line: ImportLine, decision: Decision) => {
    const record = await send(line, decision);
    offered.value = offerFor(record, lines) ? line.n : undefined;
  };
  const say = (line: ImportLine, decision: Decision) =>
    void save(line, decision).catch((error: Refusal) => (store.message.value = { text: reasonOf(error) }));
  const acts = {
    edit: (line: ImportLine) => (editing.value = line.n),
    toggle: (line: ImportLine) => {
      const change = toggled(line);
      if (change) void send(line, decide(line.decision, change)).catch(tell);
      else if (isReadable(line)) editing.value = line.n;
    },
    pick: (line: ImportLine) => (picking.value = line.n),
    choose: (line: ImportLine, categoryId: number | undefined) => {
      acts.close(true);
      say(line, decide(line.decision, { category_id: categoryId } as Decision));
    },
    close: (comesBack: boolean) => {
      if (picking.peek() === undefined) return;
      picking.value = undefined;
      wantsFocus.value = comesBack;
    },
  };
  const tell = (error: Refusal) => (store.message.value = { text: reasonOf(error) });
  const createRule = async () => {
    const corrected = lines.find(({ n }) => n === offered.value);
    if (!offer || !corrected) return;
    offered.value = undefined;
    wantsFocus.value = true;
    try {
      const { undo } = await write(store, "POST", "/import_rules", ruleOf(offer, corrected));
      store.message.value = { text: importWords.offer.created, undo };
    } catch (error) {
      tell(error as Refusal);
      offered.value = corrected.n;
    }
  };
  const dismiss = () => {
    offered.value = undefined;
    wantsFocus.value = true;
  };
  useTableKeys({
    move: (where) => {
      const isInside = table.current?.contains(document.activeElement) ?? false;
      const index = isInside ? where(stops.indexOf(at ?? ""), stops.length) : stops.indexOf(at ?? "");
      focusRow(stops[Math.max(0, Math.min(stops.length - 1, index))]);
    },
    edit: decidable && (() => acts.edit(decidable)),
    toggle: decidable && (() => acts.toggle(decidable)),
    pick: decidable && (() => acts.pick(decidable)),
    rule: decidable && (() => (offer && offered.value === decidable.n ? void createRule() : showOffer(decidable))),
    dismiss: offer && dismiss,
  });
  const showOffer = (line: ImportLine) => {
    if (offerFor(line, lines)) offered.value = line.n;
    else store.message.value = { text: importWords.offer.first };
  };
  const toggleGroup = (group: Group) => {
    const next = new Set(open);
    if (!next.delete(group)) next.add(group);
    chosenGroups.value = next;
  };

  const show = (row: TableRow, place: RowPlace, index: number) => {
    const key = keyOf(row);
    const shared = { "data-at": key, "aria-rowindex": index + 2, "aria-selected": key === at, tabIndex: key === at ? 0 : -1 };
    if (row.kind === "group")
      return <GroupHeading of={row} place={place} row={shared} isFixed={filter !== ""} onToggle={() => toggleGroup(row.group)} />;
    if (row.kind === "offer")
      return offer ? (
        <Offer
          offer={offer}
          place={place}
          rowIndex={index + 2}
          categories={categories}
          onCreate={() => void createRule()}
          onDismiss={dismiss}
        />
      ) : null;
    return (
      <Line
        line={row.line}
        place={place}
        row={shared}
        categories={categories}
        isOpen={isPreview}
        picks={picking.value === row.line.n}
        isNarrow={heights === NARROW}
        acts={acts}
      />
    );
  };

  if (problem && !isWhole) return <Failed problem={problem} retry={() => void reload()} />;
  if (lines.length === 0 && !isWhole) return <TableSkeleton />;
  if (rows.length === 0)
    return (
      <div class="panel">
        <Empty text={importWords.nothing} />
      </div>
    );
  const edited = lines.find(({ n }) => n === editing.value);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot place its rows one by one */}
      <div
        ref={table}
        role="grid"
        class="import-table"
        aria-label={importWords.lines(from.lines)}
        aria-rowcount={rows.length + 1}
        onFocusIn={({ target }) => {
          const key = (target as HTMLElement).closest<HTMLElement>("[data-at]")?.dataset.at;
          if (key) current.value = key;
        }}
      >
        <ColumnHeads />
        <VirtualRows
          items={rows}
          keyOf={keyOf}
          heightOf={({ kind }) => heights[kind]}
          show={show}
          always={at}
          list={{ role: "rowgroup" }}
        />
      </div>
      {!isWhole && (
        <p class="hint" role="status">
          {importWords.loaded(lines.length, from.lines)}
        </p>
      )}
      <KeysFooter at={stops.filter(isLineKey).indexOf(at ?? "") + 1} count={stops.filter(isLineKey).length} />
      {edited && (
        <Correct
          key={edited.n}
          from={from}
          line={edited}
          save={(decision) => save(edited, decision)}
          onClose={() => {
            editing.value = undefined;
            focusRow(`line-${edited.n}`);
          }}
        />
      )}
    </>
  );
}

const keyOf = (row: TableRow) => (row.kind === "group" ? `group-${row.group}` : `${row.kind}-${row.line.n}`);
const isLineKey = (key: string) => key.startsWith("line-");

/** `current`: a line that was just decided stays in the list of those to decide. */
function filtered(lines: readonly ImportLine[], filter: string, current: string | undefined): readonly ImportLine[] {
  if (filter === "undecided") return lines.filter((line) => waits(line) || `line-${line.n}` === current);
  return VERDICTS.includes(filter as Verdict) ? lines.filter(({ verdict }) => verdict === filter) : lines;
}

function ColumnHeads() {
  const { take, ...others } = importWords.columns;
  return (
    <GridRow class="import-row import-columns" aria-rowindex={1}>
      <GridHead>
        <span class="unseen">{take}</span>
      </GridHead>
      {Object.entries(others).map(([name, text]) => (
        <GridHead key={name} class={name === "amount" ? "much" : undefined}>
          {text}
        </GridHead>
      ))}
    </GridRow>
  );
}

const TableSkeleton = () => (
  <div class="skeleton" role="status">
    <span class="unseen">{uiWords.loading}</span>
    <i />
    <i />
    <i />
  </div>
);
