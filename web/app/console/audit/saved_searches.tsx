// Searches that the administrator gave a name: addresses of this screen, kept in this browser for each administrator.
import { useSignal } from "@preact/signals";
import { readLocal, storeLocal } from "../../local_storage.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { useConsole } from "../data/console.ts";
import { type AuditQuery, auditAddress, readAuditQuery } from "./audit_query.ts";
import { readSaved, type SavedSearch, withSearch } from "./saved.ts";
import { savedWords } from "./words.ts";

export function SavedSearches({ query }: { query: AuditQuery }) {
  const { administrator } = useConsole();
  const name = `cofre-console-searches-${administrator.value?.id}`;
  const saved = useSignal<readonly SavedSearch[]>(readSaved(readLocal(name)));
  const isNaming = useSignal(false);
  const store = (searches: readonly SavedSearch[]) => {
    saved.value = searches;
    storeLocal(name, JSON.stringify(searches));
  };
  const address = auditAddress(query);
  const current = saved.value.find((each) => addressOf(each) === address);
  return (
    <>
      <MenuButton
        class="small"
        label={savedWords.title}
        items={[
          ...saved.value.map((each) => ({ label: each.name, isChecked: each === current, go: addressOf(each) })),
          current
            ? { label: savedWords.forget(current.name), go: () => store(saved.value.filter((each) => each !== current)) }
            : { label: savedWords.save, go: () => (isNaming.value = true) },
        ]}
      >
        <Icon name="bookmark" />
        <span>{current?.name ?? savedWords.title}</span>
      </MenuButton>
      {isNaming.value && (
        <Naming
          onClose={() => (isNaming.value = false)}
          onName={(label) => store(withSearch(saved.value, { name: label, query: address.split("?")[1] ?? "" }))}
        />
      )}
    </>
  );
}

const addressOf = ({ query }: SavedSearch) => auditAddress(readAuditQuery(Object.fromEntries(new URLSearchParams(query))));

function Naming({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const name = useSignal("");
  const sending = useSending();
  const save = async () => {
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    onName(name.value.trim());
    onClose();
  };
  return (
    <FormDialog title={savedWords.save} onClose={onClose} sending={sending} save={save}>
      <TextField label={savedWords.name} hint={savedWords.hint} value={name} problem={sending.at("name")} maxLength={60} />
    </FormDialog>
  );
}
