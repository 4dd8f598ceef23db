// Files that are dragged onto the page or pasted into it.
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Taken wherever they are dropped: a browser would leave the page to open them. A dialog above takes its own. */
export function useGivenFiles(onFiles: (files: FileList) => void, isOver?: Signal<boolean>) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const isCovered = () => {
      const dialog = document.querySelector("dialog[open]");
      return dialog !== null && !dialog.contains(place.current);
    };
    const show = (over: boolean) => {
      if (isOver) isOver.value = over;
    };
    const take = (event: Event, data: DataTransfer | null) => {
      if (!data?.types.includes("Files") || isCovered()) return;
      event.preventDefault();
      if (data.files.length > 0) latest.current(data.files);
      show(event.type === "dragover");
    };
    const drag = (event: DragEvent) => take(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && show(false);
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", drag);
    document.addEventListener("drop", drag);
    document.addEventListener("dragleave", leave);
    return () => {
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", drag);
      document.removeEventListener("drop", drag);
      document.removeEventListener("dragleave", leave);
    };
  }, []);
  return place;
}
