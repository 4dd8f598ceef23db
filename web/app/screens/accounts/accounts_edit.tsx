// /accounts/:id: what is on an account and how it came and goes from day to day; its name, the bank's balance, and its end.

import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { currentDay } from "../../data/clock.ts";
import { useDayBalances } from "../../data/day_balances.ts";
import { message } from "../../data/state.ts";
import { MonthBalance } from "../../ledger/month_balance.tsx";
import { Days } from "../../ledger/rows.tsx";
import { isMonth, lastDayOf, monthOf } from "../../rules/days.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Account, Refusal, Transaction } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { AmountField } from "../../ui/form.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { Loading, Money, ownRefusal, Screen, useData, useSending } from "../../ui/parts.tsx";
import { reasonOf } from "../../ui/trouble.tsx";
import { choose, language, words } from "../../words/words.ts";
import { AccountForm } from "./account_form.tsx";
import { accounts as accountsText } from "./words.ts";

const text = choose(
  {
    today: "Saldo da conta hoje",
    adjust: "Ajustar saldo",
    adjustHint: "Digite o saldo que o banco mostra. A diferença entra como um lançamento de hoje, que se pode desfazer.",
    bank: "Saldo no banco",
    adjustment: "Ajuste de saldo",
    adjusted: "Saldo ajustado.",
    same: "O saldo já é este.",
    archive: "Arquivar",
    archived: "Conta arquivada: fica com seu histórico, e sai das listas.",
    unarchive: "Reativar",
    unarchived: "Conta reativada.",
    none: "Nada nesta conta neste mês.",
  },
  {
    today: "Account balance today",
    adjust: "Adjust balance",
    adjustHint: "Type the balance that the bank shows. The difference is booked as of today, and can be undone.",
    bank: "Balance at the bank",
    adjustment: "Balance adjustment",
    adjusted: "Balance adjusted.",
    same: "The balance is this already.",
    archive: "Archive",
    archived: "Account archived: it keeps its history, and leaves the lists.",
    unarchive: "Use again",
    unarchived: "Account in use again.",
    none: "Nothing on this account in this month.",
  },
);

export function AccountsEdit() {
  const { params, query } = here.value;
  const accounts = useData<Account[]>("/accounts");
  const today = currentDay();
  const month = isMonth(query.month) ? query.month : monthOf(today);
  const account = accounts.data?.find(({ id }) => String(id) === params.id);
  const at = (chosen: string) => `/accounts/${params.id}${chosen === monthOf(today) ? "" : `?month=${chosen}`}`;
  return (
    <Screen title={account?.name ?? accountsText.title} tools={<MonthSwitcher month={month} today={monthOf(today)} href={at} />}>
      <Loading from={accounts} path="/accounts">
        {() =>
          account ? <Shown key={account.id} account={account} month={month} today={today} /> : <p>{words.problems.notFound}</p>
        }
      </Loading>
    </Screen>
  );
}

function Shown({ account, month, today }: { account: Account; month: string; today: string }) {
  const of = `account_id=${account.id}`;
  const period = `start_date=${month}-01&end_date=${lastDayOf(month)}`;
  const rowsPath = `/transactions?${period}&${of}`;
  const balance = useData<{ balance: number }>(`/balances?${of}&start_date=${today}&end_date=${today}`).data?.balance;
  const days = useDayBalances(month, account.id);
  const rows = useData<Transaction[]>(rowsPath);
  const opens = useSignal<"edit" | "adjust" | undefined>(undefined);
  const close = () => {
    opens.value = undefined;
  };
  const archive = async () => {
    try {
      const { undo } = await write("PUT", `/accounts/${account.id}/${account.archived ? "unarchive" : "archive"}`, {});
      message.value = { text: account.archived ? text.unarchived : text.archived, undo };
    } catch (error) {
      message.value = { text: reasonOf(error as Refusal) };
    }
  };
  return (
    <>
      <section class="panel bill">
        <dl class="sum">
          <div class="total">
            <dt>{text.today}</dt>
            <dd>{balance !== undefined && <Money cents={balance} plain />}</dd>
          </div>
        </dl>
        <div class="acts writes">
          <button type="button" onClick={() => (opens.value = "edit")}>
            {accountsText.edit}
          </button>
          <button type="button" disabled={balance === undefined} onClick={() => (opens.value = "adjust")}>
            {text.adjust}
          </button>
          <button type="button" onClick={() => void archive()}>
            {account.archived ? text.unarchive : text.archive}
          </button>
        </div>
      </section>
      <MonthBalance month={month} accountId={account.id} />
      <Loading from={rows} path={rowsPath}>
        {(found) => (found.length === 0 ? <p class="panel state">{text.none}</p> : <Days rows={found} balances={days} />)}
      </Loading>
      {opens.value === "edit" && <AccountForm account={account} onClose={close} />}
      {opens.value === "adjust" && <Adjust account={account} balanceCents={balance ?? 0} today={today} onClose={close} />}
    </>
  );
}

interface AdjustProps {
  account: Account;
  balanceCents: number;
  today: string;
  onClose: () => void;
}

function Adjust({ account, balanceCents, today, onClose }: AdjustProps) {
  const bank = useSignal(plainAmount(balanceCents, language));
  const sending = useSending();
  const save = async () => {
    const cents = parseCents(bank.value);
    if (cents === undefined) throw ownRefusal({ amount_cents: words.entry.badAmount });
    if (cents === balanceCents) throw ownRefusal({ amount_cents: text.same });
    const body = { description: text.adjustment, amount_cents: cents - balanceCents, account_id: account.id, date: today };
    const { undo } = await write("POST", "/transactions", { ...body, paid: true });
    message.value = { text: text.adjusted, undo };
    onClose();
  };
  return (
    <FormDialog title={text.adjust} onClose={onClose} sending={sending} save={save}>
      <p class="hint">{text.adjustHint}</p>
      <AmountField isMain label={text.bank} value={bank} problem={sending.at("amount_cents")} />
    </FormDialog>
  );
}
