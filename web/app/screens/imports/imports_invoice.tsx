// The invoice and card that a line of an account pays.
import { useData } from "../../data/use_data.ts";
import { language } from "../../language.ts";
import { monthName } from "../../rules/day_names.ts";
import { invoiceMonth } from "../../rules/days.ts";
import { payableInvoices } from "../../rules/imports.ts";
import type { Card, ImportLine, InvoiceOfCard } from "../../rules/records.ts";
import { importWords } from "./words.ts";

export function PaidInvoiceText({ of: { credit_card_id: id, invoice } }: { of: InvoiceOfCard }) {
  const card = useCards().find((each) => each.id === id);
  return card ? <span class="hint">{importWords.paysInvoice(card.name, monthName(invoiceMonth(invoice), language))}</span> : null;
}

interface InvoiceSelectProps {
  line: ImportLine;
  value: InvoiceOfCard | undefined;
  onChoose: (chosen: InvoiceOfCard) => void;
  /** Attributes of the select element. */
  props: { id?: string; "aria-label"?: string; disabled?: boolean };
}

export function InvoiceSelect({ line, value, onChoose, props }: InvoiceSelectProps) {
  const cards = useCards();
  const open = cards.filter(({ archived }) => !archived).map(({ id }) => id);
  const choices = payableInvoices(line, open);
  const index = choices.findIndex((each) => each.credit_card_id === value?.credit_card_id && each.invoice === value.invoice);
  return (
    <select
      {...props}
      value={index < 0 ? "" : String(index)}
      onChange={({ currentTarget }) => {
        const chosen = choices[Number(currentTarget.value)];
        if (chosen && currentTarget.value !== "") onChoose(chosen);
      }}
    >
      {index < 0 && <option value="">{importWords.chooseInvoice}</option>}
      {choices.map(({ credit_card_id: id, invoice }, index) => (
        <option key={`${id}/${invoice}`} value={String(index)}>
          {importWords.invoiceOf(cards.find((each) => each.id === id)?.name ?? "", monthName(invoiceMonth(invoice), language))}
        </option>
      ))}
    </select>
  );
}

const useCards = () => useData<Card[]>("/credit_cards").data ?? [];
