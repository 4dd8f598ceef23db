// Editing a record that others may edit too. What they changed elsewhere is taken over; of a field that both changed, the later one chooses.
import { type Signal, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { changedFieldsOf, changesOf, differences, disputed, expectedValues, type FormValues, untouched } from "../rules/merge.ts";
import type { Refusal } from "../rules/records.ts";
import { refresh, type Written, write } from "./api.ts";
import { editWords } from "./words.ts";

interface Dispute {
  key: string;
  theirs: string | boolean;
}

/** Of one record, from when it was opened until it is saved. */
export interface Edit<Entity extends object> {
  /** What the changes are made from. */
  base: Entity;
  disputes: Signal<readonly Dispute[]>;
  /** Whether somebody has changed it elsewhere since something was typed here. */
  isChanged: Signal<boolean>;
}

export const beginEdit = <Entity extends object>(record: Entity): Edit<Entity> => ({
  base: record,
  disputes: signal([]),
  isChanged: signal(false),
});

export function useEdit<Entity extends object>(record: Entity): Edit<Entity> {
  const edit = useRef<Edit<Entity>>(undefined);
  edit.current ??= beginEdit(record);
  return edit.current;
}

/** The form around it. */
export interface EditForm<Entity extends object> {
  valuesOf: (record: Entity) => FormValues;
  read: () => FormValues;
  set: (change: FormValues) => void;
  fields: Readonly<Record<string, EditField>>;
}

export interface EditField {
  label: string;
  /** Of the record. */
  names: readonly string[];
  /** For what is not shown as it is typed. */
  show?: (value: string) => string;
}

/** What changes elsewhere is shown as it is now, unless it was touched here: that is compared with what it was when it was touched. */
export function useFollowing<Entity extends object>(
  edit: Edit<Entity>,
  form: EditForm<Entity>,
  record: Entity | undefined,
): void {
  useLayoutEffect(() => {
    if (record === undefined || record === edit.base) return;
    const [began, mine, theirs] = [form.valuesOf(edit.base), form.read(), form.valuesOf(record)];
    const touched = differences(began, mine);
    if (touched.length > 0 && differences(began, theirs).length > 0) edit.isChanged.value = true;
    const names = touched.flatMap((key) => form.fields[key]?.names ?? []) as (keyof Entity)[];
    edit.base = { ...record, ...Object.fromEntries(names.map((name) => [name, edit.base[name]])) };
    form.set(untouched(touched, theirs));
  }, [record]);
}

/** For a form that has a signal for each field. */
export const bySignals = (signals: Readonly<Record<string, Signal<string> | Signal<boolean>>>) => ({
  read: (): FormValues => Object.fromEntries(Object.entries(signals).map(([key, each]) => [key, each.peek()])),
  set: (change: FormValues): void => {
    for (const [key, value] of Object.entries(change)) (signals[key] as Signal<string | boolean>).value = value;
  },
});

/**
 * Sends what was changed. Undefined where nothing is left to change. Throws what was refused, or that somebody has to choose first.
 * `bodyOf` is what the form would send of all its fields, `besides` what belongs to no field.
 */
export async function saveEdit<Entity extends object>(
  path: string,
  edit: Edit<Entity>,
  { valuesOf, set, fields }: EditForm<Entity>,
  bodyOf: (base: Entity) => object,
  besides: object = {},
): Promise<Written<Entity> | undefined> {
  const recordFields = Object.fromEntries(Object.entries(fields).map(([key, { names }]) => [key, names]));
  const changesFrom = (base: Entity) => changesOf(base as Record<string, unknown>, bodyOf(base) as Record<string, unknown>);
  // Ends when nobody else has written meanwhile.
  for (;;) {
    if (edit.disputes.value.length > 0) throw asksToChoose();
    const { base } = edit;
    const changes = changesFrom(base);
    if (Object.keys(changes).length === 0) return undefined;
    const touched = changedFieldsOf(changes, recordFields);
    const expected = expectedValues(base as Record<string, unknown>, touched, recordFields);
    try {
      return await write<Entity>("PUT", path, { ...changes, ...besides, expected });
    } catch (error) {
      const current = currentIn<Entity>(error as Refusal);
      if (!current) throw error;
      const [began, theirs] = [valuesOf(base), valuesOf(current)];
      edit.base = current;
      set(untouched(touched, theirs));
      edit.disputes.value = disputed(touched, changedFieldsOf(changesFrom(current), recordFields), began, theirs).map((key) => ({
        key,
        theirs: theirs[key] as string | boolean,
      }));
      refresh();
    }
  }
}

const currentIn = <Entity extends object>({ status, details }: Refusal): Entity | undefined =>
  status === 409 && typeof details?.current === "object" ? (details.current as Entity) : undefined;

/** Said where one chooses, so that it is not said above the form too. */
const asksToChoose = (): Refusal => ({ status: 409, message: "", errors: { disputes: [editWords.asks] }, requestId: "" });

interface DisputesProps<Entity extends object> {
  edit: Edit<Entity>;
  form: EditForm<Entity>;
  /** Sends it again, once all is chosen. */
  retry: () => void;
}

export function Disputes<Entity extends object>({ edit, form, retry }: DisputesProps<Entity>) {
  const { disputes } = edit;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.querySelector("button")?.focus(), [disputes.value]);
  if (disputes.value.length === 0) return null;
  const settle = (key: string, value?: string | boolean) => {
    if (value !== undefined) form.set({ [key]: value });
    disputes.value = disputes.value.filter((each) => each.key !== key);
    if (disputes.value.length === 0) retry();
  };
  const display = (key: string, value: string | boolean) => {
    if (typeof value === "boolean") return value ? editWords.yes : editWords.no;
    const text = form.fields[key]?.show?.(value) ?? value;
    return text === "" ? editWords.nothing : text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  };
  return (
    <div class="alert disputes">
      <p role="alert">{editWords.asks}</p>
      <ul ref={list}>
        {disputes.value.map(({ key, theirs }) => (
          <li key={key}>
            <strong>{form.fields[key]?.label}</strong>
            <button type="button" class="small" onClick={() => settle(key)}>
              {editWords.mine(display(key, form.read()[key] ?? ""))}
            </button>
            <button type="button" class="small" onClick={() => settle(key, theirs)}>
              {editWords.theirs(display(key, theirs))}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Of a note, for example. */
const LONGEST = 80;
