// The last message, with undo. It stays until the next one or until it is closed.

import { message } from "../data/state.ts";
import { undoLast } from "../data/undo.ts";
import { Icon } from "../ui/icon.tsx";
import { uiWords } from "../ui/words.ts";

export function Toast() {
  const current = message.value;
  return (
    <div class="toast-place" role="status">
      {current && (
        <p class="toast">
          <span>{current.text}</span>
          {current.undo && (
            <button type="button" onClick={() => void undoLast()}>
              {uiWords.undo}
            </button>
          )}
          <button type="button" class="quiet" aria-label={uiWords.close} onClick={() => (message.value = undefined)}>
            <Icon name="close" />
          </button>
        </p>
      )}
    </div>
  );
}
