// /: the overview, loaded by one request. Each block is a file beside this one.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { StepChart } from "../../charts/charts.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import type { UserPreferences } from "../../data/user_preferences.ts";
import { LargeMoney } from "../../ledger/large_money.tsx";
import { entryWords } from "../../ledger/words.ts";
import { bySpace, thisMonth } from "../../months.ts";
import { lineAhead } from "../../rules/balance_points.ts";
import { isMonth } from "../../rules/days.ts";
import { isUntouched, type Overview as OverviewReply } from "../../rules/overview.ts";
import { type Arrangement, type Block, PREFERENCE, readArrangement } from "../../rules/overview_blocks.ts";
import { here } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { shellWords } from "../../shell/words.ts";
import { Icon } from "../../ui/icon.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { forecastSentence } from "../forecast/forecast_sentence.ts";
import { StepsLeft } from "../welcome/steps_left.tsx";
import { arrangeWords } from "./blocks_words.ts";
import { Budgets } from "./budgets.tsx";
import { Cards } from "./cards.tsx";
import { BalanceBar, FreeNumber } from "./free.tsx";
import { freeWords } from "./free_words.ts";
import { LatestRows } from "./latest_rows.tsx";
import { MonthFigures, OtherMonth } from "./month_figures.tsx";
import { NextRows } from "./next_rows.tsx";
import { OddFacts } from "./odd.tsx";
import { SpendingBars } from "./spending.tsx";
import { overviewWords } from "./words.ts";

export function Overview() {
  const { query } = here.value;
  const now = thisMonth();
  const month = isMonth(query.month) ? query.month : now;
  const path = bySpace(month === now ? "/overview" : `/overview?month=${month}`);
  const reply = useData<OverviewReply>(path);
  const preferences = useData<{ preferences: UserPreferences }>("/preferences");
  const arrangement = readArrangement(preferences.data?.preferences[PREFERENCE]);
  // Blocks that move after they are drawn would disturb whoever reads them.
  const isArranged = preferences.data !== undefined || preferences.problem !== undefined;
  return (
    <Screen
      title={overviewWords.title}
      tools={
        <div class="overview-tools">
          <MonthSwitcher month={month} today={now} href={(chosen) => (chosen === now ? "/" : `/?month=${chosen}`)} />
          {preferences.data && <ArrangeButton arrangement={arrangement} />}
        </div>
      }
    >
      <Loading from={isArranged ? reply : {}} path={path}>
        {(overview) => <OverviewView overview={overview} arrangement={arrangement} />}
      </Loading>
    </Screen>
  );
}

type ArrangeDialog = FunctionComponent<{ arrangement: Arrangement; onClose: () => void }>;

/** Its dialog loads when somebody opens it. */
function ArrangeButton({ arrangement }: { arrangement: Arrangement }) {
  const dialog = useSignal<{ Arrange: ArrangeDialog } | undefined>(undefined);
  const Arrange = dialog.value?.Arrange;
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={arrangeWords.title}
        title={arrangeWords.title}
        onClick={() => void import("./arrange.tsx").then((loaded) => (dialog.value = loaded))}
      >
        <Icon name="sliders" />
      </button>
      {Arrange && <Arrange arrangement={arrangement} onClose={() => (dialog.value = undefined)} />}
    </>
  );
}

/** The rest stands in the main column. */
const BESIDE: readonly Block[] = ["next", "odd", "latest", "cards"];

interface ViewProps {
  overview: OverviewReply;
  arrangement: Arrangement;
}

function OverviewView({ overview, arrangement: { order, hidden } }: ViewProps) {
  const isWide = useWide();
  const { free } = overview;
  const blocks = order.filter((block) => !hidden.includes(block));
  const draw = (some: readonly Block[]) => some.map((block) => <BlockView key={block} block={block} overview={overview} />);
  const number = isUntouched(overview) ? <Begin /> : free ? <FreeNumber overview={overview} free={free} /> : null;
  const bar = number && free && !isUntouched(overview) ? <BalanceBar overview={overview} free={free} /> : null;
  return (
    <>
      <StepsLeft />
      {!free && <OtherMonth overview={overview} />}
      <div class="home">
        <div class="stack">
          {number}
          {!isWide && bar}
          {draw(isWide ? blocks.filter((block) => !BESIDE.includes(block)) : blocks)}
        </div>
        {isWide && (
          <div class="stack">
            {bar}
            {draw(blocks.filter((block) => BESIDE.includes(block)))}
          </div>
        )}
      </div>
    </>
  );
}

const WIDE = "(min-width: 66rem)";

/** Whether there is room for two columns. */
function useWide(): boolean {
  const isWide = useSignal(matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const note = () => (isWide.value = media.matches);
    media.addEventListener("change", note);
    return () => media.removeEventListener("change", note);
  }, []);
  return isWide.value;
}

/** In place of the number while nothing was written. */
function Begin() {
  return (
    <section class="free begin">
      <h2>{freeWords.question}</h2>
      <dl class="figure big">
        <dt>{overviewWords.today}</dt>
        <dd>
          <LargeMoney cents={0} />
        </dd>
      </dl>
      <p class="hint">{overviewWords.begin}</p>
      <p class="acts">
        <a class="button main writes" href="/transactions/new">
          {entryWords.title}
        </a>
        <a class="writes" href="/welcome">
          {shellWords.begin}
        </a>
      </p>
    </section>
  );
}

function BlockView({ block, overview }: { block: Block; overview: OverviewReply }): ComponentChildren {
  const { spending, odd, latest, free } = overview;
  const isEmpty = isUntouched(overview);
  switch (block) {
    case "ahead":
      return isEmpty ? null : <Ahead overview={overview} />;
    case "next":
      return <NextRows overview={overview} />;
    case "spending":
      return spending && !isEmpty ? <SpendingBars spending={spending} month={overview.month.slice(0, 7)} /> : null;
    case "odd":
      return odd ? <OddFacts odd={odd} month={overview.month.slice(0, 7)} /> : null;
    case "latest":
      return latest && !isEmpty ? <LatestRows rows={latest} /> : null;
    case "month":
      return free && !isEmpty ? <MonthFigures overview={overview} /> : null;
    case "cards":
      return <Cards cards={overview.credit_cards} />;
    case "budgets":
      return <Budgets overview={overview} />;
  }
}

function Ahead({ overview: { forecast } }: { overview: OverviewReply }) {
  const store = useStore();
  return (
    <section class={forecast.first_negative ? "panel ahead short" : "panel ahead"}>
      <StepChart
        name={overviewWords.forecast}
        sentence={forecastSentence(store, forecast)}
        {...lineAhead(forecast)}
        height={190}
      />
      <a class="beside-chart" href="/forecast">
        {overviewWords.forecastMore}
      </a>
    </section>
  );
}
