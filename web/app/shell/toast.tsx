// The last message, with undo. It stays until the next one or until it is closed.
import { useLayoutEffect } from "preact/hooks";
import { undoLast } from "../data/undo.ts";
import { useStore } from "../data/use_store.ts";
import { Icon } from "../ui/icon.tsx";
import { uiWords } from "../ui/words.ts";

export function Toast() {
  const store = useStore();
  const current = store.message.value;
  useLayoutEffect(() => void document.documentElement.toggleAttribute("data-message", current !== undefined), [current]);
  return (
    <div class="toast-place" role="status">
      {current && (
        <p class="toast">
          <span>{current.text}</span>
          {current.undo && (
            <button type="button" onClick={() => void undoLast(store)}>
              {uiWords.undo}
            </button>
          )}
          <button type="button" class="quiet" aria-label={uiWords.close} onClick={() => (store.message.value = undefined)}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
