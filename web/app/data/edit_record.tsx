// Editing a record that others may edit too. Changes of others are adopted; where both changed a field, the user chooses.
import { type Signal, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { changedFieldsOf, changesOf, differences, disputed, expectedValues, type FormValues, untouched } from "../rules/merge.ts";
import type { Refusal } from "../rules/records.ts";
import { type Written, write } from "./api.ts";
import { refresh } from "./replies.ts";
import type { Store } from "./store.ts";
import { editWords } from "./words.ts";

interface Dispute {
  key: string;
  theirs: string | boolean;
}

/** The edit of one record, from opening to saving. */
export interface Edit<Entity extends object> {
  /** The record that the changes are based on. */
  base: Entity;
  disputes: Signal<readonly Dispute[]>;
  /** Whether the record was changed elsewhere after the user started typing. */
  isChanged: Signal<boolean>;
}

export const beginEdit = <Entity extends object>(record: Entity): Edit<Entity> => ({
  base: record,
  disputes: signal([]),
  isChanged: signal(false),
});

/** Without a record it is a new one, which cannot conflict with another edit. */
export function useEdit<Entity extends object>(record: Entity | undefined): Edit<Entity> {
  const edit = useRef<Edit<Entity>>(undefined);
  edit.current ??= beginEdit(record ?? ({} as Entity));
  return edit.current;
}

/** The form of the record. */
export interface EditForm<Entity extends object> {
  valuesOf: (record: Entity) => FormValues;
  read: () => FormValues;
  set: (change: FormValues) => void;
  fields: Readonly<Record<string, EditField>>;
}

export interface EditField {
  label: string;
  /** Fields of the record that this field of the form edits. */
  names: readonly string[];
  /** For values that are displayed differently from how they are typed. */
  show?: (value: string) => string;
}

/** Adopts changes from elsewhere in every field that the user has not edited. */
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

/** Sends the changes; undefined if there are none. Throws a refusal, or a conflict that the user has to decide. `besides`: values without a field. */
export async function saveEdit<Entity extends object>(
  store: Store,
  path: string,
  edit: Edit<Entity>,
  { valuesOf, set, fields }: EditForm<Entity>,
  bodyOf: (base: Entity) => object,
  besides: object = {},
): Promise<Written<Entity> | undefined> {
  const recordFields = Object.fromEntries(Object.entries(fields).map(([key, { names }]) => [key, names]));
  const changesFrom = (base: Entity) => changesOf(base as Record<string, unknown>, bodyOf(base) as Record<string, unknown>);
  // Ends when nobody else has written in the meantime.
  for (;;) {
    if (edit.disputes.value.length > 0) throw asksToChoose();
    const { base } = edit;
    const changes = changesFrom(base);
    if (Object.keys(changes).length === 0) return undefined;
    const touched = changedFieldsOf(changes, recordFields);
    const expected = expectedValues(base as Record<string, unknown>, touched, recordFields);
    try {
      return await write<Entity>(store, "PUT", path, { ...changes, ...besides, expected });
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
      refresh(store);
    }
  }
}

const currentIn = <Entity extends object>({ status, details }: Refusal): Entity | undefined =>
  status === 409 && typeof details?.current === "object" ? (details.current as Entity) : undefined;

/** Empty, because the message stands beside the choices and not above the form. */
const asksToChoose = (): Refusal => ({ status: 409, message: "", errors: { disputes: [editWords.asks] }, requestId: "" });

interface DisputesProps<Entity extends object> {
  edit: Edit<Entity>;
  form: EditForm<Entity>;
  /** Sends again once every conflict is decided. */
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

/** Limits long values, such as notes. */
const LONGEST = 80;
