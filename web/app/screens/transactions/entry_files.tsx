// The receipts of a new entry: a button until somebody gives a file, then files to choose, and what is chosen.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { language } from "../../language.ts";
import { attachmentWords } from "../../ledger/attachment_words.ts";
import { FileLine, RefusedFiles, useFittingFiles } from "../../ledger/file_lines.tsx";
import { FilePicker } from "../../ledger/file_picker.tsx";
import { useGivenFiles } from "../../ledger/given_files.ts";
import { findShared, forgetShared } from "../../offline/shared_files.ts";
import { MOST_FILES, megabytes } from "../../rules/waiting_files.ts";
import { here } from "../../shell/router.ts";
import { ownRefusal } from "../../ui/use_sending.ts";
import type { EntryFilesProps } from "./entry_receipts.tsx";

export function EntryFiles({ files, problem }: EntryFilesProps) {
  const isOpen = useSignal(files.value.length > 0);
  const { refused, add } = useFittingFiles((file) => {
    if (files.value.length >= MOST_FILES) throw ownRefusal({ file: attachmentWords.full });
    files.value = [...files.value, file];
  });
  const sharedId = here.value.query.shared;
  const isLost = useSignal(false);
  useEffect(() => {
    if (sharedId === undefined || files.value.length > 0) return;
    void findShared(sharedId).then((shared) => {
      isOpen.value = true;
      isLost.value = shared === undefined;
      add(shared);
    });
  }, [sharedId]);
  // They stay where they were kept until the entry is saved, so that a reload loses none.
  const hadFiles = useRef(false);
  // At once, because a saved entry leaves this page.
  const follow = (chosen: readonly File[]) => {
    if (hadFiles.current && chosen.length === 0 && sharedId !== undefined) void forgetShared(sharedId);
    hadFiles.current = chosen.length > 0;
  };
  useEffect(() => files.subscribe(follow), [files, sharedId]);
  const openWith = (files: FileList) => {
    isOpen.value = true;
    add(files);
  };
  if (!isOpen.value) return <ReceiptsButton onOpen={() => (isOpen.value = true)} onFiles={openWith} />;
  return (
    <section class="entry-files" aria-label={attachmentWords.title}>
      {files.value.length > 0 && (
        <ul class="outgoing">
          {files.value.map((file) => (
            <FileLine
              key={`${file.name} ${file.size} ${file.lastModified}`}
              name={file.name}
              dropLabel={attachmentWords.dismiss(file.name)}
              onDrop={() => (files.value = files.value.filter((each) => each !== file))}
            >
              <span class="hint">{megabytes(file.size, language)}</span>
            </FileLine>
          ))}
        </ul>
      )}
      <RefusedFiles refused={refused} />
      {isLost.value && (
        <p class="problem" role="alert">
          {attachmentWords.sharedLost}
        </p>
      )}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {files.value.length < MOST_FILES ? <FilePicker onFiles={add} /> : <p class="hint">{attachmentWords.full}</p>}
    </section>
  );
}

function ReceiptsButton({ onOpen, onFiles }: { onOpen: () => void; onFiles: (files: FileList) => void }) {
  const place = useGivenFiles(onFiles);
  return (
    <div ref={place}>
      <button type="button" class="quiet small split-act" onClick={onOpen}>
        {attachmentWords.attach}
      </button>
    </div>
  );
}
