// /accounts: the balance of each account today.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { useKeys } from "../../keyboard/keys.ts";
import { LIST_NAVIGATION } from "../../keyboard/list_navigation.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { BankMark } from "../../ledger/bank_mark.tsx";
import { countWords } from "../../ledger/count_words.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { Money } from "../../ledger/money.tsx";
import { SumLine } from "../../ledger/sum_line.tsx";
import { Why, WhyLine } from "../../ledger/why.tsx";
import type { Account } from "../../rules/records.ts";
import { Screen } from "../../shell/screen.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { AccountForm } from "./account_form.tsx";
import { accountWords } from "./words.ts";

export function Accounts() {
  useKeys(LIST_NAVIGATION);
  const path = "/accounts";
  const accounts = useData<Account[]>(path);
  const adds = useSignal(false);
  return (
    <Screen
      title={accountWords.title}
      tools={
        <button type="button" class="writes" onClick={() => (adds.value = true)}>
          {accountWords.add}
        </button>
      }
    >
      <Loading from={accounts} path={path}>
        {(all) => (
          <>
            <List accounts={all.filter(({ archived }) => !archived)} />
            {all.filter(({ archived }) => !archived).length > 1 && <Total accounts={all} />}
            {all.some(({ archived }) => archived) && (
              <details class="archived">
                <summary>{accountWords.archived}</summary>
                <List accounts={all.filter(({ archived }) => archived)} />
              </details>
            )}
          </>
        )}
      </Loading>
      {adds.value && <AccountForm onClose={() => (adds.value = false)} />}
    </Screen>
  );
}

function List({ accounts }: { accounts: Account[] }) {
  return (
    <ul class="panel flush">
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} />
      ))}
    </ul>
  );
}

/** The sum of all accounts, except those left out of the general balance. */
function Total({ accounts }: { accounts: readonly Account[] }) {
  const today = currentDay();
  const total = useData<{ balance: number; reserved_cents?: number }>(`/balances?start_date=${today}&end_date=${today}`).data;
  return (
    <dl class="foot">
      <SumLine
        label={figureWords.balanceToday}
        cents={total?.balance}
        why={
          total && (
            <Why figure={figureWords.balanceToday} counts={countWords.balanceToday} totalCents={total.balance}>
              {accounts
                .filter((each) => !each.hide_balance)
                .map((account) => (
                  <AccountLine key={account.id} account={account} />
                ))}
            </Why>
          )
        }
      />
      {total?.reserved_cents ? (
        <>
          <SumLine label={figureWords.reserved} cents={total.reserved_cents} />
          <SumLine label={figureWords.available} cents={total.balance - total.reserved_cents} />
        </>
      ) : null}
    </dl>
  );
}

function useBalance(account: Account): number | undefined {
  const today = currentDay();
  return useData<{ balance: number }>(`/balances?account_id=${account.id}&start_date=${today}&end_date=${today}`).data?.balance;
}

function AccountLine({ account }: { account: Account }) {
  return <WhyLine text={account.name} cents={useBalance(account)} href={`/accounts/${account.id}`} />;
}

function AccountRow({ account }: { account: Account }) {
  const store = useStore();
  const balance = useBalance(account);
  const { reserved_cents: reserved = 0 } = account;
  return (
    <li class="row">
      <a href={`/accounts/${account.id}`}>
        <BankMark name={account.name} />
        <span class="what">
          <strong>{account.name}</strong>
          <span class="hint">{joinParts(accountWords.types[account.type], account.default && accountWords.standard)}</span>
        </span>
        <span class="much">
          {balance !== undefined && <Money cents={balance} plain />}
          {balance !== undefined && reserved > 0 && (
            <span class="hint">{accountWords.availableOf(amountText(store, balance - reserved))}</span>
          )}
        </span>
      </a>
    </li>
  );
}
