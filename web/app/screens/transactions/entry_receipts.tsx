// The place of receipts in the form of a new entry. What chooses them loads after the form is there.
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useStore } from "../../data/use_store.ts";
import { useLate } from "../../ui/use_late.ts";

export interface EntryFilesProps {
  files: Signal<readonly File[]>;
  problem: string | undefined;
}

export function EntryReceipts(props: EntryFilesProps) {
  const { firstReply } = useStore();
  const { part, open } = useLate(() => import("./entry_files.tsx"));
  useEffect(() => void firstReply.promise.then(open), []);
  return part ? <part.EntryFiles {...props} /> : null;
}
