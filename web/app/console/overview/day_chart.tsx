// A figure of the last days as bars, with the same figures as a table.
import { Chart, type Size } from "../../charts/chart.tsx";
import { chartWords } from "../../charts/words.ts";
import { language } from "../../language.ts";
import { labelled, position, scaleOf } from "../../rules/scale.ts";
import type { Day } from "./overview_record.ts";
import { overviewWords } from "./words.ts";

const HEIGHT = 150;
const LEFT = 40;
const TOP = 8;
const BOTTOM = 24;
const LABEL_WIDTH = 52;

interface DayChartProps {
  name: string;
  days: readonly Day[];
  field: "sign_ins" | "sign_ups" | "refused";
}

export function DayChart({ name, days, field }: DayChartProps) {
  const counts = days.map((each) => each[field]);
  const total = counts.reduce((sum, each) => sum + each, 0);
  const most = Math.max(4, ...counts);
  const scale = scaleOf([most], 2);
  const roomOf = ({ width }: Size) => (width - LEFT) / days.length;
  const xOf = (day: number, size: Size) => LEFT + roomOf(size) * (day + 0.5);
  const yOf = (count: number) => position(count, scale, HEIGHT - BOTTOM, TOP);
  return (
    <Chart
      name={name}
      sentence={overviewWords.sentence(numberText(total), numberText(Math.round((total / days.length) * 10) / 10))}
      height={HEIGHT}
      initial={days.length - 1}
      marks={days.map(({ date }, index) => ({ label: `${dayText(date)}: ${numberText(counts[index] ?? 0)}` }))}
      xOf={xOf}
      draw={(size) => (
        <>
          <g class="axis">
            {scale.ticks.map((tick) => (
              <g key={tick}>
                <line class={tick === 0 ? "zero" : undefined} x1={LEFT} x2={size.width} y1={yOf(tick)} y2={yOf(tick)} />
                <text x={LEFT - 8} y={yOf(tick)} dy="0.32em" text-anchor="end">
                  {tick.toLocaleString(language, { notation: "compact" })}
                </text>
              </g>
            ))}
            {labelled(days.length, size.width - LEFT, LABEL_WIDTH).map((day) => (
              <text key={day} x={xOf(day, size)} y={HEIGHT - 6} text-anchor={day === days.length - 1 ? "end" : "middle"}>
                {shortDayText(days[day]?.date ?? "")}
              </text>
            ))}
          </g>
          {counts.map((count, day) => {
            const wide = Math.max(1, roomOf(size) * 0.7);
            return (
              <rect
                key={days[day]?.date}
                class="bar worth"
                x={xOf(day, size) - wide / 2}
                y={yOf(count)}
                width={wide}
                height={yOf(0) - yOf(count)}
              />
            );
          })}
        </>
      )}
      table={<DayTable name={name} days={days} counts={counts} />}
    />
  );
}

function DayTable({ name, days, counts }: { name: string; days: readonly Day[]; counts: readonly number[] }) {
  return (
    <details class="twin">
      <summary>{chartWords.table}</summary>
      <table class="day-table">
        <thead>
          <tr>
            <th scope="col">{overviewWords.day}</th>
            <th scope="col">{name}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date }, index) => (
            <tr key={date}>
              <th scope="row">{dayText(date)}</th>
              <td>{numberText(counts[index] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export const numberText = (count: number): string => count.toLocaleString(language);

const shortDayText = (date: string) =>
  new Date(`${date}T12:00:00`).toLocaleDateString(language, { day: "2-digit", month: "2-digit" });

const dayText = (date: string) => new Date(`${date}T12:00:00`).toLocaleDateString(language, { day: "numeric", month: "short" });
