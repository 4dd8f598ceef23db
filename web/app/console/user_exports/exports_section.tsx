// Users as files: a list with chosen columns, and whole accounts for another server.
import { useSignal } from "@preact/signals";
import { SelectField } from "../../ui/form.tsx";
import { Section } from "../../ui/sections.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { askFile } from "../data/ask.ts";
import { useConsole } from "../data/console.ts";
import { saveFile } from "../data/save_file.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { exportsWords as words } from "./words.ts";

const PATH = "/users/export";
const LIST_RIGHT = "users:export";
const ACCOUNTS_RIGHT = "password_hashes:export";

export function Exports() {
  return (
    <Section
      title={words.title}
      hint={words.hint}
      acts={
        <>
          <OpenButton label={words.list.act} right={LIST_RIGHT} dialog={(onClose) => <ExportList onClose={onClose} />} />
          <OpenButton
            label={words.accounts.act}
            right={ACCOUNTS_RIGHT}
            dialog={(onClose) => <ExportAccounts onClose={onClose} />}
          />
        </>
      }
    />
  );
}

type Column = keyof typeof words.names;

const COLUMNS = Object.keys(words.names) as Column[];
const FIRST_COLUMNS: readonly Column[] = ["id", "email", "phone", "name", "created_at", "last_sign_in_at"];

function ExportList({ onClose }: { onClose: () => void }) {
  const console = useConsole();
  const format = useSignal("csv");
  const chosen = useSignal<ReadonlySet<Column>>(new Set(FIRST_COLUMNS));
  const choose = (column: Column, isChosen: boolean) => {
    const others = [...chosen.value].filter((each) => each !== column);
    chosen.value = new Set(isChosen ? [...others, column] : others);
  };
  const save = async (reason: string) => {
    const columns = COLUMNS.filter((each) => chosen.value.has(each));
    if (columns.length === 0) throw ownRefusal({ columns: words.columnsMissing });
    const query = new URLSearchParams({ format: format.value, columns: columns.join() });
    saveFile(await askFile(console, `${PATH}?${query}`, { reason }), `users.${format.value}`);
  };
  return (
    <ActDialog
      title={words.title}
      text={words.list.text}
      act={words.list.act}
      right={LIST_RIGHT}
      destroys={false}
      done={words.list.done}
      onClose={onClose}
      work={save}
    >
      {(sending) => (
        <>
          <SelectField label={words.format} value={format} options={Object.entries(words.formats)} />
          <fieldset class="field">
            <legend>{words.columns}</legend>
            <div class="scopes">
              {COLUMNS.map((each) => (
                <label key={each} class="check">
                  <input
                    type="checkbox"
                    checked={chosen.value.has(each)}
                    onChange={({ currentTarget }) => choose(each, currentTarget.checked)}
                  />
                  <span>{words.names[each]}</span>
                </label>
              ))}
            </div>
            {sending.at("columns") && <p class="problem">{sending.at("columns")}</p>}
          </fieldset>
        </>
      )}
    </ActDialog>
  );
}

function ExportAccounts({ onClose }: { onClose: () => void }) {
  const console = useConsole();
  return (
    <ActDialog
      title={words.accounts.act}
      text={words.accounts.text}
      act={words.accounts.act}
      right={ACCOUNTS_RIGHT}
      done={words.accounts.done}
      onClose={onClose}
      work={async (reason) => saveFile(await askFile(console, PATH, { method: "POST", reason }), "accounts.jsonl")}
    />
  );
}
