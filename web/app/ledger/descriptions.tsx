// A description field with suggestions from past entries and their values.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call } from "../data/api.ts";
import { useStore } from "../data/use_store.ts";
import { Combobox } from "../ui/combobox.tsx";
import { Money } from "./money.tsx";
import { fieldWords } from "./words.ts";

export interface PastEntry {
  description: string;
  category_id: number;
  account_id: number | null;
  credit_card_id: number | null;
  amount_cents: number;
}

const PAUSE_MS = 150;

interface DescriptionProps {
  input: {
    id: string;
    name?: string;
    placeholder?: string;
    "aria-label"?: string;
    "aria-invalid"?: "true";
    "aria-describedby"?: string;
  };
  value: string;
  onInput: (value: string) => void;
  onChoose: (past: PastEntry) => void;
}

export function DescriptionField({ input, value, onInput, onChoose }: DescriptionProps) {
  const store = useStore();
  const matches = useSignal<PastEntry[]>([]);
  useEffect(() => {
    const typed = value.trim();
    if (typed.length < 2) {
      matches.value = [];
      return;
    }
    let isCurrent = true;
    // Without a connection there are no suggestions, and that needs no message.
    const ask = () =>
      call<PastEntry[]>(store, `/api/finance/descriptions?limit=6&q=${encodeURIComponent(typed)}`).then(
        (past) => {
          if (isCurrent) matches.value = past.filter((each) => each.description !== value);
        },
        () => {},
      );
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [value]);
  return (
    <Combobox
      input={{ ...input, maxLength: 255 }}
      value={value}
      onInput={onInput}
      items={matches.value}
      keyOf={({ description }) => description}
      show={({ description, amount_cents: cents }) => (
        <>
          <span>{description}</span>
          <Money cents={cents} />
        </>
      )}
      onChoose={onChoose}
      listLabel={fieldWords.past}
    />
  );
}
