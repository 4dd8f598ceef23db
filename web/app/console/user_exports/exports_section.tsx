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
import { exportsWords } from "./words.ts";

const PATH = "/users/export";
const LIST_RIGHT = "users:export";
const ACCOUNTS_RIGHT = "password_hashes:export";

export function Exports() {
  return (
    <Section
      title={exportsWords.title}
      hint={exportsWords.hint}
      acts={
        <>
          <OpenButton label={exportsWords.list.act} right={LIST_RIGHT} dialog={(onClose) => <ExportList onClose={onClose} />} />
          <OpenButton
            label={exportsWords.accounts.act}
            right={ACCOUNTS_RIGHT}
            dialog={(onClose) => <ExportAccounts onClose={onClose} />}
          />
        </>
      }
    />
  );
}

type Column = keyof typeof exportsWords.names;

const COLUMNS = Object.keys(exportsWords.names) as Column[];
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
    if (columns.length === 0) throw ownRefusal({ columns: exportsWords.columnsMissing });
    const query = new URLSearchParams({ format: format.value, columns: columns.join() });
    saveFile(await askFile(console, `${PATH}?${query}`, { reason }), `users.${format.value}`);
  };
  return (
    <ActDialog
      title={exportsWords.title}
      text={exportsWords.list.text}
      act={exportsWords.list.act}
      right={LIST_RIGHT}
      destroys={false}
      done={exportsWords.list.done}
      onClose={onClose}
      work={save}
    >
      {(sending) => (
        <>
          <SelectField label={exportsWords.format} value={format} options={Object.entries(exportsWords.formats)} />
          <fieldset class="field">
            <legend>{exportsWords.columns}</legend>
            <div class="scopes">
              {COLUMNS.map((each) => (
                <label key={each} class="check">
                  <input
                    type="checkbox"
                    checked={chosen.value.has(each)}
                    onChange={({ currentTarget }) => choose(each, currentTarget.checked)}
                  />
                  <span>{exportsWords.names[each]}</span>
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
      title={exportsWords.accounts.act}
      text={exportsWords.accounts.text}
      act={exportsWords.accounts.act}
      right={ACCOUNTS_RIGHT}
      done={exportsWords.accounts.done}
      onClose={onClose}
      work={async (reason) => saveFile(await askFile(console, PATH, { method: "POST", reason }), "accounts.jsonl")}
    />
  );
}
