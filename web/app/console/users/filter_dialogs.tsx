// Filters of the list of users that have to be typed: a span of days, and a value of metadata.
import { useSignal } from "@preact/signals";
import { route } from "../../shell/router.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { isMetadata, type ListQuery, listAddress } from "./list_query.ts";
import { filterWords } from "./words.ts";

interface FilterDialogProps {
  query: ListQuery;
  onClose: () => void;
}

const SPANS = {
  created: { label: filterWords.created, from: "created_from", to: "created_to" },
  lastSignIn: { label: filterWords.lastSignIn, from: "last_sign_in_from", to: "last_sign_in_to" },
} as const;

export type SpanName = keyof typeof SPANS;

export function SpanFilter({ name, query, onClose }: FilterDialogProps & { name: SpanName }) {
  const span = SPANS[name];
  const from = useSignal(query[span.from] ?? "");
  const to = useSignal(query[span.to] ?? "");
  const sending = useSending();
  const save = async () => {
    if (from.value && to.value && from.value >= to.value) throw ownRefusal({ to: filterWords.spanBad });
    onClose();
    const change = { [span.from]: from.value, [span.to]: to.value };
    route(listAddress(query, { ...change, ...(name === "lastSignIn" && { never_signed_in: "" }) }));
  };
  return (
    <FormDialog title={span.label} onClose={onClose} sending={sending} act={filterWords.apply} save={save}>
      <TextField label={filterWords.from} type="date" value={from} />
      <TextField label={filterWords.to} type="date" value={to} problem={sending.at("to")} />
    </FormDialog>
  );
}

export function MetadataFilter({ query, onClose }: FilterDialogProps) {
  const value = useSignal(query.metadata ?? "");
  const sending = useSending();
  const save = async () => {
    if (!isMetadata(value.value.trim())) throw ownRefusal({ metadata: filterWords.metadataBad });
    onClose();
    route(listAddress(query, { metadata: value.value.trim() }));
  };
  return (
    <FormDialog title={filterWords.metadata} onClose={onClose} sending={sending} act={filterWords.apply} save={save}>
      <TextField
        label={filterWords.metadata}
        hint={filterWords.metadataHint}
        value={value}
        problem={sending.at("metadata")}
        maxLength={255}
      />
    </FormDialog>
  );
}
