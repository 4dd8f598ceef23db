// /transactions/:id: one row, to change, duplicate, refund or delete, and its history.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { Disputes, useEdit, useFollowing } from "../../data/edit_record.tsx";
import { Loading } from "../../data/loading.tsx";
import type { Store } from "../../data/store.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { editWords } from "../../data/words.ts";
import { language } from "../../language.ts";
import { Attachments } from "../../ledger/attachments.tsx";
import { authorWords } from "../../ledger/author_words.ts";
import { ChangedMeanwhile } from "../../ledger/changed_meanwhile.tsx";
import { DeletedElsewhere } from "../../ledger/deleted_elsewhere.tsx";
import { LinkedRows } from "../../ledger/linked_rows.tsx";
import { listWords } from "../../ledger/list_words.ts";
import { Money } from "../../ledger/money.tsx";
import { RowFields } from "../../ledger/row_fields.tsx";
import { formHandlers, saveDraft, useRowForm } from "../../ledger/row_form.ts";
import { RowHistory } from "../../ledger/row_history.tsx";
import { rowWords } from "../../ledger/row_words.ts";
import { SeriesReach, SeriesScope } from "../../ledger/series_reach.tsx";
import { monthOfDay } from "../../months.ts";
import { monthName } from "../../rules/day_names.ts";
import { invoiceMonth } from "../../rules/days.ts";
import { copyOf, draftOf } from "../../rules/draft.ts";
import { isNeutral } from "../../rules/figures.ts";
import { partOf } from "../../rules/ledger.ts";
import { authorOf } from "../../rules/people.ts";
import type { Transaction } from "../../rules/records.ts";
import { type Scope, scopeFields } from "../../rules/series_scope.ts";
import { here, route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { FormProblem } from "../../ui/problems.tsx";
import { useLate } from "../../ui/use_late.ts";
import { useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";

export function TransactionsEdit() {
  const { params } = here.value;
  const path = `/transactions/${encodeURIComponent(params.id ?? "")}`;
  const reply = useData<Transaction>(path);
  return (
    <Screen title={rowWords.edit}>
      <DeletedElsewhere from={reply} />
      <Loading from={reply} path={path}>
        {(row) => (
          <>
            <Editor key={row.id} row={row} />
            <LinkedRows row={row} />
            <Attachments key={`receipts ${row.id}`} transactionId={row.id} of={row.description} />
            <RowHistory row={row} />
          </>
        )}
      </Loading>
    </Screen>
  );
}

function Editor({ row }: { row: Transaction }) {
  const store = useStore();
  const edit = useEdit(row);
  const draft = useSignal(draftOf(row, language));
  const rowForm = useRowForm(draft);
  useFollowing(edit, rowForm, row);
  const scope = useSignal<Scope>("one");
  const asks = useSignal<"remove" | "refund" | undefined>(undefined);
  const { form, send, at, sending, problem, retry } = useSending();
  const refund = useLate(() => import("./refund.tsx"));
  const Refund = refund.part?.Refund;
  const isSeries = row.recurrence_id !== null;
  const save = () =>
    send(async () => {
      const written = await saveDraft(store, edit, draft, rowForm, scopeFields(scope.value));
      if (written) store.message.value = { text: editWords.saved, undo: written.undo };
      route(monthPath(row));
    });
  const close = () => (asks.value = undefined);
  return (
    <>
      <form ref={form} class="panel form" noValidate {...formHandlers(save)}>
        <Summary row={row} />
        <ChangedMeanwhile edit={edit} />
        <FormProblem problem={problem.value} retry={retry} />
        <Disputes edit={edit} form={rowForm} retry={retry} />
        <fieldset class="bare form" disabled={store.isReadOnly.value}>
          {isNeutral(row) && <p class="hint">{row.paid_credit_card_id === null ? rowWords.bothSides : rowWords.payment}</p>}
          <RowFields row={row} draft={draft} at={at} />
          {isSeries && <SeriesScope scope={scope} />}
          {isSeries && scope.value !== "one" && <SeriesReach row={row} scope={scope.value} />}
        </fieldset>
        {!store.isReadOnly.value && (
          <div class="acts">
            <button class="main" type="submit" disabled={sending}>
              {formWords.save}
            </button>
            {!isNeutral(row) && (
              <RowActs
                isSending={sending}
                onDuplicate={() => void send(() => book(store, copyOf(row, currentDay()), rowWords.duplicated))}
                onRefund={() => {
                  refund.open();
                  asks.value = "refund";
                }}
              />
            )}
            <button type="button" class="destroys" disabled={sending} onClick={() => (asks.value = "remove")}>
              {rowWords.remove}
            </button>
          </div>
        )}
      </form>
      {asks.value === "remove" && <Remove row={row} scope={scope.value} onClose={close} />}
      {asks.value === "refund" && Refund && (
        <Refund row={row} work={(body) => book(store, body, rowWords.refunded)} onClose={close} />
      )}
    </>
  );
}

const monthPath = (row: Transaction) => `/transactions?month=${monthOfDay(row.date)}`;

async function book(store: Store, body: object, text: string): Promise<void> {
  const { undo, record } = await write<Transaction>(store, "POST", "/transactions", body);
  store.message.value = { text: record.warnings ? rowWords.refundTooMuch : text, undo };
  route("/transactions");
}

function RowActs({ isSending, onDuplicate, onRefund }: { isSending: boolean; onDuplicate: () => void; onRefund: () => void }) {
  return (
    <>
      <button type="button" disabled={isSending} onClick={onDuplicate}>
        {rowWords.duplicate}
      </button>
      <button type="button" disabled={isSending} onClick={onRefund}>
        {rowWords.refund}
      </button>
    </>
  );
}

function Remove({ row, scope, onClose }: { row: Transaction; scope: Scope; onClose: () => void }) {
  const store = useStore();
  const isSeries = row.recurrence_id !== null;
  const remove = async () => {
    const { undo } = await write(store, "DELETE", `/transactions/${row.id}`, scopeFields(scope));
    store.message.value = { text: rowWords.removed, undo };
    route(monthPath(row));
  };
  return (
    <Confirm title={rowWords.removeAsk} act={rowWords.remove} work={remove} onClose={onClose}>
      <Subject row={row} />
      {isSeries && <p>{`${rowWords.scope}: ${rowWords.scopes[scope]}`}</p>}
      {isSeries && scope !== "one" && <SeriesReach row={row} scope={scope} />}
      {row.oposite_transaction_id !== null && <p>{rowWords.removeTransfer}</p>}
    </Confirm>
  );
}

function Subject({ row }: { row: Transaction }) {
  return (
    <p>
      <strong>{row.description}</strong> · <Money cents={row.amount_cents} />
    </p>
  );
}

function Summary({ row }: { row: Transaction }) {
  const invoice = row.credit_card_invoice_id;
  const author = authorOf(useStore().people.value, row);
  const marks = joinParts(
    partOf(row),
    row.recurring && listWords.fixed,
    invoice !== null && rowWords.invoiceOf(monthName(invoiceMonth(invoice), language)),
    author?.is === "other" && authorWords.by(author.name as string),
  );
  return (
    <p class="summary">
      <Money cents={row.amount_cents} />
      <span class="hint">{marks}</span>
    </p>
  );
}
