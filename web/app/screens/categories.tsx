// /categories: two levels, with colours; one goes by giving what it has to another.
import { useSignal } from "@preact/signals";
import { write } from "../api.ts";
import { Dialog, Field, FormProblem, Loading, ownRefusal, Screen, useData, useSending } from "../parts.tsx";
import { isReadOnly } from "../role.ts";
import { type CategoryTree, treeOf } from "../rules/category_tree.ts";
import type { Category } from "../rules/records.ts";
import { message } from "../state.ts";
import { choose, words } from "../words.ts";

const text = choose(
  {
    title: "Categorias",
    add: "Nova categoria",
    edit: "Categoria",
    kinds: { expenses: "Despesas", earnings: "Receitas" },
    kind: "Tipo",
    color: "Cor",
    parent: "Dentro de",
    noParent: "Nenhuma",
    archived: "Arquivada",
    isArchived: "arquivada",
    standard: "padrão",
    saved: "Categoria salva.",
    removed: "Categoria excluída.",
    remove: "Excluir",
    removeAsk: (name: string) => `Excluir ${name}?`,
    removeHint: "O que foi lançado nela passa para a categoria escolhida. Os orçamentos dela são excluídos.",
    replacement: "Passar lançamentos para",
  },
  {
    title: "Categories",
    add: "New category",
    edit: "Category",
    kinds: { expenses: "Expenses", earnings: "Income" },
    kind: "Kind",
    color: "Colour",
    parent: "Below",
    noParent: "None",
    archived: "Archived",
    isArchived: "archived",
    standard: "default",
    saved: "Category saved.",
    removed: "Category deleted.",
    remove: "Delete",
    removeAsk: (name: string) => `Delete ${name}?`,
    removeHint: "What was entered under it goes to the category that you choose. Its budgets are deleted.",
    replacement: "Give its entries to",
  },
);

type Kind = keyof typeof text.kinds;
const KINDS: readonly Kind[] = ["expenses", "earnings"];

export function Categories() {
  const path = "/categories";
  const found = useData<Category[]>(path);
  const opened = useSignal<Category | "new" | undefined>(undefined);
  const close = () => {
    opened.value = undefined;
  };
  return (
    <Screen
      title={text.title}
      tools={
        <button type="button" class="writes" onClick={() => (opened.value = "new")}>
          {text.add}
        </button>
      }
    >
      <Loading from={found} path={path}>
        {(all) => (
          <>
            <div class="columns">
              {KINDS.map((kind) => (
                <section key={kind} class="panel flush" aria-labelledby={kind}>
                  <header class="panel-head">
                    <h2 id={kind}>{text.kinds[kind]}</h2>
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
  return (
    <ul>
      {tree.map(({ category, children }) => (
        <li class="row" key={category.id}>
          <button type="button" class="row-button" disabled={isReadOnly.value} onClick={() => onOpen(category)}>
            <i class="dot" style={{ background: `#${category.color}` }} aria-hidden="true" />
            <span class="what">
              <strong>{category.name}</strong>
              {(category.default || category.archived) && (
                <span class="hint">{category.archived ? text.isArchived : text.standard}</span>
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

interface EditorProps {
  category: Category | undefined;
  all: Category[];
  onClose: () => void;
}

function Editor({ category, all, onClose }: EditorProps) {
  const name = useSignal(category?.name ?? "");
  const kind = useSignal<Kind>((category?.kind as Kind | undefined) ?? "expenses");
  const color = useSignal(category && `#${category.color}`);
  const parent = useSignal(String(category?.parent_id ?? ""));
  const archived = useSignal(category?.archived ?? false);
  const asks = useSignal(false);
  const { form, send, at, sending, problem } = useSending();
  const hasChildren = all.some(({ parent_id: id }) => id === category?.id && id !== undefined);
  const parents = all.filter(
    (each) => each.kind === kind.value && each.parent_id === null && !each.archived && each.id !== category?.id,
  );
  const save = () =>
    send(async () => {
      if (name.value.trim() === "") throw ownRefusal({ name: words.entry.missing });
      const body = {
        name: name.value.trim(),
        parent_id: parent.value === "" ? null : Number(parent.value),
        ...(color.value && { color: color.value.slice(1) }),
        ...(category ? { archived: archived.value } : { kind: kind.value }),
      };
      const { undo } = await (category ? write("PUT", `/categories/${category.id}`, body) : write("POST", "/categories", body));
      message.value = { text: text.saved, undo };
      onClose();
    });
  if (asks.value && category) return <Remove category={category} all={all} onClose={onClose} />;
  return (
    <Dialog title={category ? text.edit : text.add} onClose={onClose}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormProblem problem={problem.value} />
        <Field label={words.accounts.name} problem={at("name", "base")}>
          {(props) => (
            <input {...props} maxLength={255} value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
          )}
        </Field>
        <div class="pair">
          {!category && (
            <Field label={text.kind} problem={at("kind")}>
              {(props) => (
                <select
                  {...props}
                  value={kind.value}
                  onChange={(event) => {
                    kind.value = event.currentTarget.value as Kind;
                    parent.value = "";
                  }}
                >
                  {KINDS.map((each) => (
                    <option key={each} value={each}>
                      {text.kinds[each]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {!hasChildren && (
            <Field label={text.parent} problem={at("parent_id")}>
              {(props) => (
                <select {...props} value={parent.value} onChange={(event) => (parent.value = event.currentTarget.value)}>
                  <option value="">{text.noParent}</option>
                  {parents.map(({ id, name: label }) => (
                    <option key={id} value={id}>
                      {label}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Field label={text.color} problem={at("color")}>
            {(props) => (
              <input
                {...props}
                type="color"
                value={color.value ?? "#0f6e56"}
                onInput={(event) => (color.value = event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
        {category && (
          <label class="check">
            <input
              type="checkbox"
              checked={archived.value}
              onChange={(event) => {
                archived.value = event.currentTarget.checked;
              }}
            />
            <span>{text.archived}</span>
          </label>
        )}
        <div class="acts">
          <button class="main" type="submit" disabled={sending}>
            {words.entry.save}
          </button>
          {category && !category.default && (
            <button type="button" class="destroys" onClick={() => (asks.value = true)}>
              {text.remove}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function Remove({ category, all, onClose }: { category: Category; all: Category[]; onClose: () => void }) {
  const others = all.filter((each) => each.kind === category.kind && each.id !== category.id && !each.archived);
  const replacement = useSignal(String(others.find((each) => each.default)?.id ?? ""));
  const { form, send, at, sending, problem } = useSending();
  const remove = () =>
    send(async () => {
      const { undo } = await write("DELETE", `/categories/${category.id}`, { replacement_id: Number(replacement.value) });
      message.value = { text: text.removed, undo };
      onClose();
    });
  return (
    <Dialog title={text.removeAsk(category.name)} onClose={onClose}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <FormProblem problem={problem.value} />
        <p>{text.removeHint}</p>
        <Field label={text.replacement} problem={at("replacement_id", "base")}>
          {(props) => (
            <select {...props} value={replacement.value} onChange={(event) => (replacement.value = event.currentTarget.value)}>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div class="acts">
          <button class="main destroys" type="submit" disabled={sending}>
            {text.remove}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
