// The receipts of a transaction: small pictures, and files to add by camera, choice, drag or paste. Without a connection they wait here.
import { newKey, write } from "../data/api.ts";
import { Loading } from "../data/loading.tsx";
import { owner } from "../data/session.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { keepFiles } from "../offline/files.ts";
import { sendFiles } from "../offline/send_files.ts";
import { MOST_FILES } from "../rules/waiting_files.ts";
import { Icon } from "../ui/icon.tsx";
import { attachmentWords } from "./attachment_words.ts";
import { RefusedFiles, useFittingFiles, WaitingFiles } from "./file_lines.tsx";
import { FilePicker } from "./file_picker.tsx";

interface Attachment {
  id: string;
  name: string;
  type: string;
}

export function Attachments({ transactionId, of }: { transactionId: number; of: string }) {
  const store = useStore();
  const path = `/transactions/${transactionId}/attachments`;
  const reply = useData<Attachment[]>(path);
  const { refused, add } = useFittingFiles(async (file) => {
    const { name, type, size } = file;
    const whose = owner(store) ?? "";
    await keepFiles(store, [{ key: newKey(), owner: whose, at: Date.now(), name, type, size, of, transactionId }], [file]);
    void sendFiles(store);
  });
  const isWritable = !store.isReadOnly.value;
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
            <WaitingFiles files={store.waitingFiles.value.filter((each) => each.transactionId === transactionId)} />
            <RefusedFiles refused={refused} />
            {isWritable &&
              (files.length < MOST_FILES ? <FilePicker onFiles={add} /> : <p class="hint">{attachmentWords.full}</p>)}
          </>
        )}
      </Loading>
    </section>
  );
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
