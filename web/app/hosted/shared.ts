// Keeps the files that the page was sent with, and goes on to a new entry.
import { entryWith, keepShared } from "../offline/shared_files.ts";

export async function takeShared(): Promise<void> {
  const files = Array.from(document.querySelectorAll<HTMLTemplateElement>("[data-shared]"), ({ content, dataset }) => {
    const bytes = Uint8Array.from(atob(content.textContent ?? ""), (letter) => letter.charCodeAt(0));
    return new File([bytes], dataset.shared ?? "");
  });
  const id = await keepShared(files).catch(() => undefined);
  location.replace(entryWith(id));
}
