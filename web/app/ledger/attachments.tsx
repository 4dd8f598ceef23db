// The receipts of a transaction: small pictures, and files to add by camera, choice, drag or paste. Each is sent by itself, so that what one
// lacks stops no other.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { newKey, write } from "../data/api.ts";
import { Loading } from "../data/loading.tsx";
import type { Store } from "../data/store.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import type { Refusal } from "../rules/records.ts";
import { Icon } from "../ui/icon.tsx";
import { reasonOf } from "../ui/problems.tsx";
import { attachmentWords } from "./attachment_words.ts";
import { fittingFile } from "./photo_file.ts";

const MOST = 10;

interface Attachment {
  id: string;
  name: string;
  type: string;
}

/** A file on its way, or refused. */
interface Outgoing {
  key: string;
  file: File;
  problem?: string;
}

export function Attachments({ transactionId }: { transactionId: number }) {
  const store = useStore();
  const path = `/transactions/${transactionId}/attachments`;
  const reply = useData<Attachment[]>(path);
  const outgoing = useSignal<readonly Outgoing[]>([]);
  const add = useUploads(store, path, outgoing);
  const isWritable = !store.isReadOnly.value;
  useEffect(() => {
    if (!isWritable) return;
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (!files?.length) return;
      event.preventDefault();
      add(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [isWritable]);
  return (
    <section class="panel attachments" aria-label={attachmentWords.title}>
      <h2>{attachmentWords.title}</h2>
      <Loading from={reply} path={path}>
        {(files) => (
          <>
            {files.length > 0 && (
              <ul class="receipts">
                {files.map((file) => (
                  <Receipt key={file.id} file={file} path={`${path}/${file.id}`} />
                ))}
              </ul>
            )}
            {outgoing.value.length > 0 && <OutgoingList outgoing={outgoing} onAgain={(file) => add([file])} />}
            {isWritable && (files.length < MOST ? <AddFiles onFiles={add} /> : <p class="hint">{attachmentWords.full}</p>)}
          </>
        )}
      </Loading>
    </section>
  );
}

/** One after the other: on a slow line all at once would all be late. */
function useUploads(store: Store, path: string, outgoing: Signal<readonly Outgoing[]>) {
  const last = useRef(Promise.resolve());
  const drop = (key: string) => (outgoing.value = outgoing.value.filter((each) => each.key !== key));
  const send = async ({ key, file }: Outgoing) => {
    try {
      const body = new FormData();
      body.append("file", await fittingFile(file));
      const { undo } = await write(store, "POST", path, body, key);
      drop(key);
      store.message.value = { text: attachmentWords.added(1), undo };
    } catch (error) {
      const problem = problemOf(error as Refusal);
      outgoing.value = outgoing.value.map((each) => (each.key === key ? { ...each, problem } : each));
    }
  };
  return (files: FileList | readonly File[] | null | undefined) => {
    const added = Array.from(files ?? [], (file): Outgoing => ({ key: newKey(), file }));
    const again = new Set(added.map(({ file }) => file));
    outgoing.value = [...outgoing.value.filter(({ file }) => !again.has(file)), ...added];
    for (const each of added) last.current = last.current.then(() => send(each));
  };
}

/** What finance says of a file has no subject. */
function problemOf(problem: Refusal): string {
  const [text] = problem.errors?.file ?? [];
  if (text === undefined) return reasonOf(problem);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function Receipt({ file, path }: { file: Attachment; path: string }) {
  const store = useStore();
  const { spaceId } = store;
  const address = `/api/finance${path}${spaceId.value === "" ? "" : `?cofre_space=${spaceId.value}`}`;
  const isImage = file.type.startsWith("image/");
  const remove = async () => {
    const { undo } = await write(store, "DELETE", path);
    store.message.value = { text: attachmentWords.removed, undo };
  };
  return (
    <li>
      {isImage ? (
        <a href={address} target="_blank" rel="noopener" aria-label={attachmentWords.open(file.name)}>
          <img src={address} alt={file.name} loading="lazy" decoding="async" />
        </a>
      ) : (
        <a href={address} download={file.name} class="document" aria-label={attachmentWords.download(file.name)}>
          <Icon name="download" />
          <span>PDF</span>
        </a>
      )}
      <span class="hint name">{file.name}</span>
      {!store.isReadOnly.value && (
        <button
          type="button"
          class="quiet small"
          aria-label={attachmentWords.remove(file.name)}
          onClick={() => void remove().catch(() => {})}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}

function OutgoingList({ outgoing, onAgain }: { outgoing: Signal<readonly Outgoing[]>; onAgain: (file: File) => void }) {
  const first = outgoing.value.find(({ problem }) => problem === undefined);
  return (
    <ul class="outgoing">
      {outgoing.value.map((each) => (
        <li key={each.key}>
          <span class="name">{each.file.name}</span>
          {each.problem !== undefined ? (
            <>
              <span class="problem" role="alert">
                {each.problem}
              </span>
              <button
                type="button"
                class="small"
                aria-label={attachmentWords.again(each.file.name)}
                onClick={() => onAgain(each.file)}
              >
                {attachmentWords.againShort}
              </button>
              <button
                type="button"
                class="quiet small"
                aria-label={attachmentWords.dismiss(each.file.name)}
                onClick={() => (outgoing.value = outgoing.value.filter(({ key }) => key !== each.key))}
              >
                <Icon name="close" />
              </button>
            </>
          ) : each === first ? (
            <progress aria-label={attachmentWords.sending(each.file.name)} />
          ) : (
            <span class="hint">{attachmentWords.waiting}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

const ACCEPTED = "image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf";

function AddFiles({ onFiles }: { onFiles: (files: FileList | null | undefined) => void }) {
  const isOver = useSignal(false);
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const taken = (event: { currentTarget: HTMLInputElement }) => {
    onFiles(event.currentTarget.files);
    // The same file may be chosen again.
    event.currentTarget.value = "";
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same by any means
    <div
      class={isOver.value ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        onFiles(event.dataTransfer?.files);
      }}
    >
      <p class="for-keys">{attachmentWords.drop}</p>
      <div class="acts">
        <button type="button" onClick={() => picker.current?.click()}>
          {attachmentWords.choose}
        </button>
        <button type="button" class="camera" onClick={() => camera.current?.click()}>
          {attachmentWords.camera}
        </button>
      </div>
      <p class="hint">{attachmentWords.hint}</p>
      <input
        ref={picker}
        type="file"
        multiple
        accept={ACCEPTED}
        class="unseen"
        tabIndex={-1}
        aria-label={attachmentWords.files}
        onChange={taken}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        class="unseen"
        tabIndex={-1}
        aria-label={attachmentWords.photo}
        onChange={taken}
      />
    </div>
  );
}
