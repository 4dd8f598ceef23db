// /categories: two levels with colours and icons. Deleting one moves its rows to another.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { bySignals, Disputes, type EditForm, saveEdit, useEdit, useFollowing } from "../../data/edit_record.tsx";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { useKeys } from "../../keyboard/keys.ts";
import { LIST_NAVIGATION } from "../../keyboard/list_navigation.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { type CategoryTree, treeOf } from "../../rules/category_tree.ts";
import type { Category } from "../../rules/records.ts";
import { Screen } from "../../shell/screen.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { CheckField, optionsOf, SelectField, TextField } from "../../ui/form.tsx";
import { type FormState, ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { accountWords } from "../accounts/words.ts";
import { ICON_BY_NAME, IconField, iconLabel } from "./icon_field.tsx";
import { categoryWords } from "./words.ts";

type Kind = keyof typeof categoryWords.kinds;
const KINDS: readonly Kind[] = ["expenses", "earnings"];

export function Categories() {
  useKeys(LIST_NAVIGATION);
  const path = "/categories";
  const reply = useData<Category[]>(path);
  const opened = useSignal<Category | "new" | undefined>(undefined);
  const close = () => (opened.value = undefined);
  return (
    <Screen
      title={categoryWords.title}
      tools={
        <button type="button" class="writes" onClick={() => (opened.value = "new")}>
          {categoryWords.add}
        </button>
      }
    >
      <Loading from={reply} path={path}>
        {(all) => (
          <>
            <div class="columns">
              {KINDS.map((kind) => (
                <section key={kind} class="panel flush" aria-labelledby={kind}>
                  <header class="panel-head">
                    <h2 id={kind}>{categoryWords.kinds[kind]}</h2>
                  </header>
                  <Tree tree={treeOf(all, kind)} onOpen={(each) => (opened.value = each)} />
                </section>
              ))}
            </div>
            {opened.value && (
              <Editor
                key={opened.value === "new" ? "new" : opened.value.id}
                category={opened.value === "new" ? undefined : opened.value}
                all={all}
                onClose={close}
              />
            )}
          </>
        )}
      </Loading>
    </Screen>
  );
}

function Tree({ tree, onOpen }: { tree: CategoryTree[]; onOpen: (category: Category) => void }) {
  const store = useStore();
  return (
    <ul>
      {tree.map(({ category, children }) => (
        <li class="row" key={category.id}>
          <button type="button" class="row-button" disabled={store.isReadOnly.value} onClick={() => onOpen(category)}>
            <CategoryMark category={category} />
            <span class="what">
              <strong>{category.name}</strong>
              {(category.default || category.archived) && (
                <span class="hint">{category.archived ? categoryWords.isArchived : categoryWords.standard}</span>
              )}
            </span>
          </button>
          {children.length > 0 && (
            <div class="below">
              <Tree tree={children} onOpen={onOpen} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Editor({ category, all, onClose }: { category: Category | undefined; all: Category[]; onClose: () => void }) {
  const store = useStore();
  const fields = useCategoryFields(category);
  const { name, kind, color, icon, parent, archived } = fields;
  const asks = useSignal(false);
  const sending = useSending();
  const { at } = sending;
  const edit = useEdit(category);
  const form = editFormOf(fields, all);
  useFollowing(edit, form, category);
  const save = async () => {
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    const body = {
      name: name.value.trim(),
      parent_id: parent.value === "" ? null : Number(parent.value),
      color: color.value.slice(1),
      icon: icon.value === ICON_BY_NAME ? null : icon.value,
      ...(category ? { archived: archived.value } : { kind: kind.value }),
    };
    const written = await (category
      ? saveEdit(store, `/categories/${category.id}`, edit, form, () => body)
      : write(store, "POST", "/categories", body));
    if (written) store.message.value = { text: categoryWords.saved, undo: written.undo };
    onClose();
  };
  if (asks.value && category) return <Remove category={category} all={all} onClose={onClose} />;
  return (
    <FormDialog
      title={category ? categoryWords.edit : categoryWords.add}
      onClose={onClose}
      sending={sending}
      save={save}
      acts={
        category &&
        !category.default && (
          <button type="button" class="destroys" onClick={() => (asks.value = true)}>
            {categoryWords.remove}
          </button>
        )
      }
    >
      <Disputes edit={edit} form={form} retry={sending.retry} />
      <TextField label={accountWords.name} value={name} problem={at("name", "base")} maxLength={255} />
      <TreeFields category={category} all={all} fields={fields} at={at} />
      <IconField value={icon} color={color.value} problem={at("icon")} />
      {category && <CheckField label={categoryWords.archived} value={archived} />}
    </FormDialog>
  );
}

/** The brand's colour is the default. */
const NEW_COLOR = "0f6e56";

const useCategoryFields = (category: Category | undefined) => ({
  name: useSignal(category?.name ?? ""),
  kind: useSignal<string>(category?.kind ?? "expenses"),
  color: useSignal(`#${category?.color ?? NEW_COLOR}`),
  icon: useSignal(category?.icon ?? ICON_BY_NAME),
  parent: useSignal(String(category?.parent_id ?? "")),
  archived: useSignal(category?.archived ?? false),
});

type CategoryFields = ReturnType<typeof useCategoryFields>;

const editFormOf = ({ kind: _, ...fields }: CategoryFields, all: Category[]): EditForm<Category> => ({
  ...bySignals(fields),
  valuesOf: ({ name, parent_id: parent, color, icon, archived }) => ({
    name,
    parent: String(parent ?? ""),
    color: `#${color}`,
    icon,
    archived,
  }),
  fields: {
    name: { label: accountWords.name, names: ["name"] },
    parent: {
      label: categoryWords.parent,
      names: ["parent_id"],
      show: (id) => all.find((each) => String(each.id) === id)?.name ?? categoryWords.noParent,
    },
    color: { label: categoryWords.color, names: ["color"] },
    icon: { label: categoryWords.icon, names: ["icon"], show: iconLabel },
    archived: { label: categoryWords.archived, names: ["archived"] },
  },
});

interface TreeFieldsProps {
  category: Category | undefined;
  all: readonly Category[];
  fields: CategoryFields;
  at: FormState["at"];
}

/** Where the category stands in the tree, and its colour there. */
function TreeFields({ category, all, fields: { kind, parent, color }, at }: TreeFieldsProps) {
  const hasChildren = all.some(({ parent_id: id }) => id === category?.id && id !== undefined);
  const parents = all.filter(
    (each) => each.kind === kind.value && each.parent_id === null && !each.archived && each.id !== category?.id,
  );
  return (
    <div class="pair">
      {!category && (
        <SelectField
          label={categoryWords.kind}
          value={kind}
          problem={at("kind")}
          options={KINDS.map((each) => [each, categoryWords.kinds[each]])}
          onChosen={() => (parent.value = "")}
        />
      )}
      {!hasChildren && (
        <SelectField
          label={categoryWords.parent}
          value={parent}
          problem={at("parent_id")}
          options={[["", categoryWords.noParent], ...optionsOf(parents)]}
        />
      )}
      <TextField label={categoryWords.color} value={color} problem={at("color")} type="color" />
    </div>
  );
}

function Remove({ category, all, onClose }: { category: Category; all: Category[]; onClose: () => void }) {
  const store = useStore();
  const others = all.filter((each) => each.kind === category.kind && each.id !== category.id && !each.archived);
  const replacement = useSignal(String(others.find((each) => each.default)?.id ?? ""));
  const sending = useSending();
  const remove = async () => {
    const { undo } = await write(store, "DELETE", `/categories/${category.id}`, { replacement_id: Number(replacement.value) });
    store.message.value = { text: categoryWords.removed, undo };
    onClose();
  };
  return (
    <FormDialog
      title={categoryWords.removeAsk(category.name)}
      onClose={onClose}
      sending={sending}
      act={categoryWords.remove}
      save={remove}
      destroys
    >
      <p>{categoryWords.removeHint}</p>
      <SelectField
        label={categoryWords.replacement}
        value={replacement}
        problem={sending.at("replacement_id", "base")}
        options={optionsOf(others)}
      />
    </FormDialog>
  );
}
