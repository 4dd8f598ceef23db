// Opens the sheet for a new entry on phones, over the screen that is open. Links to the form of an entry lead there.
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useStore } from "../../data/use_store.ts";
import { here, route } from "../../shell/router.ts";
import { isPhone } from "../../ui/phone.ts";

const FORM = "/transactions/new";

/** A part of its own. The service worker stores it with the app, so that it opens without a connection. */
export const loadEntrySheet = () => import("./entry_sheet.tsx");

const isOpen = signal(false);

/** Banners stay away meanwhile. */
export const isTypingEntry = () => isOpen.value || here.value.path === FORM;

export function EntryOpener() {
  const store = useStore();
  const part = useSignal<Awaited<ReturnType<typeof loadEntrySheet>> | undefined>(undefined);
  useEffect(() => {
    const open = async () => {
      try {
        part.value = await loadEntrySheet();
        isOpen.value = true;
      } catch {
        route(FORM);
      }
    };
    // On the document: the router follows links on the window, which comes later.
    const follow = (event: MouseEvent) => {
      const { target, defaultPrevented, ctrlKey, metaKey, shiftKey } = event;
      if (defaultPrevented || ctrlKey || metaKey || shiftKey || store.isReadOnly.value || here.value.path === FORM) return;
      if (!(target instanceof Element && target.closest(`a[href="${FORM}"]`)) || !isPhone()) return;
      event.preventDefault();
      void open();
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, []);
  if (!part.value || !isOpen.value) return null;
  return <part.value.EntrySheet onClose={() => (isOpen.value = false)} />;
}
