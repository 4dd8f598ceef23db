// Today's balance of each account, below the side navigation.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { currentDay } from "../clock.ts";
import { useData } from "../data/use_data.ts";
import { BankMark } from "../ledger/bank_mark.tsx";
import { Money } from "../ledger/money.tsx";
import type { Account } from "../rules/records.ts";
import { shellWords } from "./words.ts";

const MOST_ACCOUNTS = 6;
/** Loads after the screen. */
const LATER_MS = 1_200;

export function SideBalances() {
  const isVisible = useSignal(false);
  useEffect(() => {
    const wide = matchMedia("(min-width: 56rem)");
    const look = () => (isVisible.value = wide.matches);
    const timer = setTimeout(look, LATER_MS);
    wide.addEventListener("change", look);
    return () => {
      clearTimeout(timer);
      wide.removeEventListener("change", look);
    };
  }, []);
  return isVisible.value ? <Balances /> : null;
}

function Balances() {
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  if (accounts.length === 0) return null;
  return (
    <section class="side-balances" aria-label={shellWords.nav.accounts}>
      <ul>
        {accounts.slice(0, MOST_ACCOUNTS).map((account) => (
          <Balance key={account.id} account={account} />
        ))}
      </ul>
    </section>
  );
}

function Balance({ account }: { account: Account }) {
  const today = currentDay();
  const path = `/balances?account_id=${account.id}&start_date=${today}&end_date=${today}`;
  const cents = useData<{ balance: number }>(path).data?.balance;
  return (
    <li>
      <a href={`/accounts/${account.id}`}>
        <BankMark name={account.name} />
        <span>{account.name}</span>
        {cents !== undefined && <Money cents={cents} plain />}
      </a>
    </li>
  );
}
