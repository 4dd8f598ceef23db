// /accounts/:id: the balance of an account by day, its name, the bank's balance, and archiving.

import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { useDayBalances } from "../../data/day_balances.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { figureWords } from "../../ledger/figure_words.ts";
import { MonthBalance } from "../../ledger/month_balance.tsx";
import { Days } from "../../ledger/rows.tsx";
import { SumLine } from "../../ledger/sum_line.tsx";
import { entryWords } from "../../ledger/words.ts";
import { bySpace, daysQuery, thisMonth } from "../../months.ts";
import { isMonth } from "../../rules/days.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Account, Refusal, Transaction } from "../../rules/records.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { reasonOf } from "../../ui/problems.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { uiWords } from "../../ui/words.ts";
import { AccountForm } from "./account_form.tsx";
import { accountEditWords, accountWords } from "./words.ts";

export function AccountsEdit() {
  const { params, query } = here.value;
  const accounts = useData<Account[]>("/accounts");
  const today = currentDay();
  const now = thisMonth();
  const month = isMonth(query.month) ? query.month : now;
  const account = accounts.data?.find(({ id }) => String(id) === params.id);
  const at = (chosen: string) => `/accounts/${params.id}${chosen === now ? "" : `?month=${chosen}`}`;
  return (
    <Screen title={account?.name ?? accountWords.title} tools={<MonthSwitcher month={month} today={now} href={at} />}>
      <Loading from={accounts} path="/accounts">
        {() =>
          account ? (
            <AccountView key={account.id} account={account} month={month} today={today} />
          ) : (
            <p>{uiWords.problems.notFound}</p>
          )
        }
      </Loading>
    </Screen>
  );
}

function AccountView({ account, month, today }: { account: Account; month: string; today: string }) {
  const store = useStore();
  const of = `account_id=${account.id}`;
  const rowsPath = bySpace(`/transactions?${daysQuery(month)}&${of}`);
  const balance = useData<{ balance: number }>(`/balances?${of}&start_date=${today}&end_date=${today}`).data?.balance;
  const { reserved_cents: reserved = 0 } = account;
  const days = useDayBalances(month, account.id);
  const rows = useData<Transaction[]>(rowsPath);
  const opens = useSignal<"edit" | "adjust" | undefined>(undefined);
  const close = () => (opens.value = undefined);
  const archive = async () => {
    try {
      const { undo } = await write(store, "PUT", `/accounts/${account.id}/${account.archived ? "unarchive" : "archive"}`, {});
      store.message.value = { text: account.archived ? accountEditWords.unarchived : accountEditWords.archived, undo };
    } catch (error) {
      store.message.value = { text: reasonOf(error as Refusal) };
    }
  };
  return (
    <>
      <section class="panel bill">
        <dl class="sum">
          <SumLine isTotal label={accountEditWords.today} cents={balance} />
          {balance !== undefined && reserved > 0 && (
            <>
              <SumLine label={figureWords.reserved} cents={reserved} />
              <SumLine label={figureWords.available} cents={balance - reserved} />
            </>
          )}
        </dl>
        <div class="acts writes">
          <button type="button" onClick={() => (opens.value = "edit")}>
            {accountWords.edit}
          </button>
          <button type="button" disabled={balance === undefined} onClick={() => (opens.value = "adjust")}>
            {accountEditWords.adjust}
          </button>
          <button type="button" onClick={() => void archive()}>
            {account.archived ? accountEditWords.unarchive : accountEditWords.archive}
          </button>
        </div>
      </section>
      <MonthBalance month={month} accountId={account.id} />
      <Loading from={rows} path={rowsPath}>
        {(list) =>
          list.length === 0 ? <p class="panel state">{accountEditWords.none}</p> : <Days rows={list} balances={days} />
        }
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
  const store = useStore();
  const bank = useSignal(plainAmount(balanceCents, language));
  const sending = useSending();
  const save = async () => {
    const cents = parseCents(bank.value);
    if (cents === undefined) throw ownRefusal({ amount_cents: entryWords.badAmount });
    if (cents === balanceCents) throw ownRefusal({ amount_cents: accountEditWords.same });
    const body = {
      description: accountEditWords.adjustment,
      amount_cents: cents - balanceCents,
      account_id: account.id,
      date: today,
    };
    const { undo } = await write(store, "POST", "/transactions", { ...body, paid: true });
    store.message.value = { text: accountEditWords.adjusted, undo };
    onClose();
  };
  return (
    <FormDialog title={accountEditWords.adjust} onClose={onClose} sending={sending} save={save}>
      <p class="hint">{accountEditWords.adjustHint}</p>
      <AmountField isMain label={accountEditWords.bank} value={bank} problem={sending.at("amount_cents")} />
    </FormDialog>
  );
}
