// A part that loads when it is opened, so that what shows first stays small.
import { useSignal } from "@preact/signals";

export function useLate<Part extends object>(load: () => Promise<Part>) {
  const part = useSignal<Part | undefined>(undefined);
  return {
    /** Undefined unless it is open. */
    part: part.value,
    // Without a connection, files that no worker has stored do not come: it stays closed.
    open: () =>
      void load()
        .then((loaded) => (part.value = loaded))
        .catch(() => {}),
    close: () => {
      part.value = undefined;
    },
  };
}
