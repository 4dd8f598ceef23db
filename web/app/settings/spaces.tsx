// The user's spaces: open, create, rename and delete.
import { useSignal } from "@preact/signals";
import { write } from "../data/api.ts";
import { isFurther, nameOf, type SpaceRecord, viewOf } from "../data/note_spaces.ts";
import { chooseSpace } from "../data/space.ts";
import { useStore } from "../data/use_store.ts";
import { here } from "../shell/router.ts";
import { SpaceView } from "../shell/space_button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { householdWords } from "./household_words.ts";

export function Spaces({ spaces }: { spaces: readonly SpaceRecord[] }) {
  const store = useStore();
  const { query } = here.value;
  const adds = useSignal(query.add !== undefined);
  const renames = useSignal<number | undefined>(undefined);
  const erases = useSignal<number | undefined>(undefined);
  // By id, so that a dialog follows a name that somebody changes meanwhile.
  const [toRename, toErase] = [renames, erases].map((opened) => spaces.find(({ id }) => id === opened.value));
  return (
    <Section
      title={householdWords.spaces}
      hint={householdWords.spacesHint}
      acts={
        <button type="button" class="small" onClick={() => (adds.value = true)}>
          {householdWords.add}
        </button>
      }
    >
      <ul class="lines">
        {spaces.map((space) => (
          <li key={space.id}>
            <span class="space-item">
              <SpaceView view={viewOf(space, spaces)} />
              <span class={space.current ? "status paid" : "status"}>
                {space.current ? householdWords.current : householdWords.roles[space.role]}
              </span>
            </span>
            {!space.current && (
              <button type="button" class="small" onClick={() => chooseSpace(store, space.own ? "" : String(space.id))}>
                {householdWords.open}
              </button>
            )}
            {isFurther(space) && space.role === "owner" && (
              <>
                <button type="button" class="small" onClick={() => (renames.value = space.id)}>
                  {householdWords.rename}
                </button>
                <button type="button" class="small destroys" onClick={() => (erases.value = space.id)}>
                  {householdWords.erase}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {adds.value && <AddSpace onClose={() => (adds.value = false)} />}
      {toRename && <RenameSpace space={toRename} onClose={() => (renames.value = undefined)} />}
      {toErase && <EraseSpace space={toErase} onClose={() => (erases.value = undefined)} />}
    </Section>
  );
}

const LONGEST_NAME = 100;

function AddSpace({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const name = useSignal("");
  const sending = useSending();
  const save = async () => {
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    const { record } = await write<{ id: number }>(store, "POST", "/spaces", { name: name.value.trim() });
    chooseSpace(store, String(record.id));
  };
  return (
    <FormDialog title={householdWords.add} onClose={onClose} sending={sending} act={householdWords.create} save={save}>
      <TextField
        label={householdWords.name}
        value={name}
        problem={sending.at("name", "base")}
        hint={householdWords.addHint}
        maxLength={LONGEST_NAME}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function RenameSpace({ space, onClose }: { space: SpaceRecord; onClose: () => void }) {
  const store = useStore();
  const name = useSignal(space.name);
  const sending = useSending();
  const save = async () => {
    if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
    await write(store, "PUT", `/spaces/${space.id}`, { name: name.value.trim() });
    if (space.current) store.openSpace.value = { ...store.openSpace.value, name: name.value.trim() };
    store.message.value = { text: householdWords.renamed };
    onClose();
  };
  return (
    <FormDialog title={householdWords.rename} onClose={onClose} sending={sending} act={formWords.save} save={save}>
      <TextField
        label={householdWords.name}
        value={name}
        problem={sending.at("name", "base")}
        maxLength={LONGEST_NAME}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function EraseSpace({ space, onClose }: { space: SpaceRecord; onClose: () => void }) {
  const store = useStore();
  const typed = useSignal("");
  return (
    <Confirm
      title={householdWords.eraseAsk(nameOf(space))}
      text={householdWords.eraseHint}
      act={householdWords.erase}
      isOff={typed.value.trim() !== space.name}
      onClose={onClose}
      work={async () => {
        await write(store, "DELETE", `/spaces/${space.id}`, { name: space.name });
        if (space.current) chooseSpace(store, "");
        else store.message.value = { text: householdWords.erased };
      }}
    >
      <TextField label={householdWords.name} value={typed} autoComplete="off" />
    </Confirm>
  );
}
