// Files as lines: those that wait or are being sent, and those that cannot be taken.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { newKey } from "../data/api.ts";
import { useStore } from "../data/use_store.ts";
import { dropFile, problemOf, sendAgain, sendFiles } from "../offline/send_files.ts";
import type { Refusal } from "../rules/records.ts";
import type { WaitingFile } from "../rules/waiting_files.ts";
import { Icon } from "../ui/icon.tsx";
import { attachmentWords } from "./attachment_words.ts";
import { fittingFile } from "./photo_file.ts";

interface RefusedFile {
  key: string;
  name: string;
  problem: string;
}

/** Makes chosen files fit, one after the other, and passes them on. What one lacks stops no other. */
export function useFittingFiles(take: (file: File) => unknown) {
  const refused = useSignal<readonly RefusedFile[]>([]);
  const last = useRef(Promise.resolve());
  const fit = async (file: File) => {
    try {
      await take(await fittingFile(file));
    } catch (error) {
      refused.value = [...refused.value, { key: newKey(), name: file.name, problem: problemOf(error as Refusal) }];
    }
  };
  const add = (files: FileList | readonly File[] | null | undefined) => {
    for (const file of Array.from(files ?? [])) last.current = last.current.then(() => fit(file));
  };
  return { refused, add };
}

export function RefusedFiles({ refused }: { refused: Signal<readonly RefusedFile[]> }) {
  if (refused.value.length === 0) return null;
  return (
    <ul class="outgoing">
      {refused.value.map(({ key, name, problem }) => (
        <FileLine
          key={key}
          name={name}
          dropLabel={attachmentWords.dismiss(name)}
          onDrop={() => (refused.value = refused.value.filter((each) => each.key !== key))}
        >
          <span class="problem" role="alert">
            {problem}
          </span>
        </FileLine>
      ))}
    </ul>
  );
}

interface FileLineProps {
  name: string;
  /** What the button that takes it off the list is called. */
  dropLabel: string;
  onDrop: () => void;
  children: ComponentChildren;
}

export function FileLine({ name, dropLabel, onDrop, children }: FileLineProps) {
  return (
    <li>
      <div class="file-state">
        <span class="name">{name}</span>
        {children}
      </div>
      <button type="button" class="quiet small" aria-label={dropLabel} onClick={onDrop}>
        <Icon name="close" />
      </button>
    </li>
  );
}

/** With what of each is sent, and buttons to stop it and to try again. */
export function WaitingFiles({ files, named = false }: { files: readonly WaitingFile[]; named?: boolean }) {
  const store = useStore();
  if (files.length === 0) return null;
  return (
    <ul class="outgoing">
      {files.map((file) => (
        <FileLine
          key={file.key}
          name={named && file.of !== "" ? `${file.of} · ${file.name}` : file.name}
          dropLabel={(store.uploads.value.has(file.key) ? attachmentWords.stop : attachmentWords.dismiss)(file.name)}
          onDrop={() => void dropFile(store, file.key)}
        >
          <FileState file={file} />
        </FileLine>
      ))}
    </ul>
  );
}

function FileState({ file }: { file: WaitingFile }) {
  const store = useStore();
  const { key, name, problem } = file;
  const upload = store.uploads.value.get(key);
  if (upload) {
    const percent = Math.floor(upload.share * 100);
    return (
      <span class="progress">
        <progress aria-label={attachmentWords.sending(name)} value={percent} max={100} />
        <span class="hint">{percent < 100 ? `${percent} %` : attachmentWords.checking}</span>
      </span>
    );
  }
  if (problem === undefined && (store.isSendingFiles.value || file.transactionId === undefined))
    return <span class="hint">{attachmentWords.waiting}</span>;
  return (
    <>
      {problem === undefined ? (
        <span class="hint">{attachmentWords.waitsForConnection}</span>
      ) : (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
      <button
        type="button"
        class="small"
        aria-label={attachmentWords.again(name)}
        onClick={() => void (problem === undefined ? sendFiles(store) : sendAgain(store, file))}
      >
        {attachmentWords.againShort}
      </button>
    </>
  );
}
