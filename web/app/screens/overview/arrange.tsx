// A dialog in which the blocks of the overview are moved and hidden.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useStore } from "../../data/use_store.ts";
import { changeUserPreferences } from "../../data/user_preferences.ts";
import { type Arrangement, type Block, isUsual, moveBlock, PREFERENCE, toggleBlock, USUAL } from "../../rules/overview_blocks.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { arrangeWords } from "./blocks_words.ts";

export function Arrange({ arrangement, onClose }: { arrangement: Arrangement; onClose: () => void }) {
  const store = useStore();
  const sending = useSending();
  const draft = useSignal(arrangement);
  const save = async () => {
    await changeUserPreferences(store, { [PREFERENCE]: isUsual(draft.value) ? undefined : draft.value });
    store.message.value = { text: arrangeWords.saved };
    onClose();
  };
  return (
    <FormDialog
      title={arrangeWords.title}
      onClose={onClose}
      sending={sending}
      save={save}
      acts={
        <button type="button" disabled={isUsual(draft.value)} onClick={() => (draft.value = USUAL)}>
          {arrangeWords.usual}
        </button>
      }
    >
      <p class="hint">{arrangeWords.hint}</p>
      <ul class="arrange">
        {draft.value.order.map((block, index) => (
          <BlockLine
            key={block}
            block={block}
            isHidden={draft.value.hidden.includes(block)}
            at={index}
            count={draft.value.order.length}
            onToggle={() => (draft.value = toggleBlock(draft.value, block))}
            onMove={(step) => (draft.value = moveBlock(draft.value, block, step))}
          />
        ))}
      </ul>
    </FormDialog>
  );
}

interface BlockLineProps {
  block: Block;
  isHidden: boolean;
  at: number;
  count: number;
  onToggle: () => void;
  onMove: (step: -1 | 1) => void;
}

function BlockLine({ block, isHidden, at, count, onToggle, onMove }: BlockLineProps) {
  const name = arrangeWords.names[block];
  const pressed = useRef<HTMLElement>(undefined);
  // A line that moves in the document loses the focus.
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = undefined;
  }, [at]);
  const move = (step: -1 | 1) => (event: MouseEvent) => {
    pressed.current = event.currentTarget as HTMLElement;
    onMove(step);
  };
  return (
    <li>
      <label>
        <input type="checkbox" checked={!isHidden} onChange={onToggle} />
        {name}
      </label>
      <button type="button" class="quiet up" aria-disabled={at === 0} aria-label={arrangeWords.up(name)} onClick={move(-1)}>
        <Icon name="down" />
      </button>
      <button type="button" class="quiet" aria-disabled={at === count - 1} aria-label={arrangeWords.down(name)} onClick={move(1)}>
        <Icon name="down" />
      </button>
    </li>
  );
}
