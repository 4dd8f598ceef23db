// Draws the results as SVG: bars for speed and its share of the bare loop, lines for growth, in light and dark.
import type { Results } from "./results.ts";

const WIDTH = 760;
const ROW = 30;
const LEFT = 130;
const BAR = 420;
const COLORS = ["#2a78d6", "#c2571a", "#1a8a5f", "#9a4fc4", "#b8860b", "#c43a5e", "#4a6a8a"];

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .dim { fill: #6e7781 } .head { font-weight: 600; font-size: 15px }
  .track { fill: #d0d7de66 } .bar { fill: #2a78d6 } .goal { stroke: #24292f; stroke-width: 2 } .axis { stroke: #8c959f; stroke-width: 1 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .dim { fill: #9198a1 } .track { fill: #6e768155 } .bar { fill: #4493f8 } .goal { stroke: #e6edf3 }
  }`;

export function renderChart(results: Results): string {
  const bars = results.hotPaths.filter(({ ceiling }) => ceiling !== undefined);
  const { machine } = results;
  const barsTop = 62;
  const growthTop = barsTop + bars.length * ROW + 60;
  const growth = renderGrowth(results.growth, growthTop);
  const height = growth ? growthTop + GROWTH_HEIGHT + 40 : growthTop - 20;
  const about = `${machine.cores} cores, everything on one machine, ${machine.postgres}, Node ${machine.node}, Cofre ${results.version}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Speed of Cofre">
<style>${STYLE}
</style>
<text x="16" y="26" class="head">Requests a second, and the share of a bare loop of their statements</text>
<text x="16" y="46" class="dim">${escapeText(about)}</text>
${bars.map((each, index) => renderBar(each, barsTop + index * ROW)).join("\n")}
${growth}
</svg>
`;
}

function renderBar({ workload, eachSecond, ceiling, goal }: Results["hotPaths"][number], top: number): string {
  const ratio = Math.min(1, ceiling?.ratio ?? 0);
  const text = `${Math.round(eachSecond).toLocaleString("en")}/s · ${Math.round((ceiling?.ratio ?? 0) * 100)} %`;
  const mark = goal === undefined ? "" : `<line class="goal" x1="${at(goal)}" x2="${at(goal)}" y1="${top}" y2="${top + 20}"/>`;
  return `<text x="${LEFT - 10}" y="${top + 15}" text-anchor="end">${escapeText(workload)}</text>
<rect class="track" x="${LEFT}" y="${top}" width="${BAR}" height="20" rx="3"/>
<rect class="bar" x="${LEFT}" y="${top}" width="${round(BAR * ratio)}" height="20" rx="3"/>${mark}
<text x="${LEFT + BAR + 12}" y="${top + 15}">${text}</text>`;
}

const at = (share: number) => round(LEFT + BAR * share);

const GROWTH_HEIGHT = 200;

/** Logarithmic axes: a flat line is a constant cost. */
function renderGrowth(growth: Results["growth"], top: number): string {
  if (growth.length === 0) return "";
  const counts = growth.map(({ count }) => Math.log10(count));
  const times = growth.map(({ p50Ms }) => Math.log10(p50Ms));
  const [least, most] = [Math.min(...counts), Math.max(...counts, Math.min(...counts) + 1)];
  const [low, high] = [Math.floor(Math.min(...times)), Math.ceil(Math.max(...times, Math.floor(Math.min(...times)) + 0.5))];
  const x = (count: number) => round(LEFT + (BAR * (Math.log10(count) - least)) / (most - least));
  const y = (ms: number) => round(top + GROWTH_HEIGHT - (GROWTH_HEIGHT * (Math.log10(ms) - low)) / (high - low));
  const keys = [...new Set(growth.map(({ workload, of }) => `${workload}, ${of}`))];
  const lines = keys.map((key, index) => {
    const points = growth
      .filter(({ workload, of }) => `${workload}, ${of}` === key)
      .sort((one, other) => one.count - other.count);
    const color = COLORS[index % COLORS.length];
    const path = points.map(({ count, p50Ms }) => `${x(count)},${y(p50Ms)}`).join(" ");
    const dots = points.map(({ count, p50Ms }) => `<circle cx="${x(count)}" cy="${y(p50Ms)}" r="3" fill="${color}"/>`).join("");
    const legendTop = top + 8 + index * 20;
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots}
<rect x="${LEFT + BAR + 16}" y="${legendTop - 10}" width="12" height="12" rx="2" fill="${color}"/>
<text x="${LEFT + BAR + 34}" y="${legendTop}">${escapeText(key)}</text>`;
  });
  const powers = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const grid = powers.map(
    (ms) => `<line class="axis" x1="${LEFT}" x2="${LEFT + BAR}" y1="${y(ms)}" y2="${y(ms)}" stroke-opacity="0.4"/>
<text class="dim" x="${LEFT - 10}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
  );
  const sizes = [...new Set(growth.map(({ count }) => count))].map(
    (count) =>
      `<text class="dim" x="${x(count)}" y="${top + GROWTH_HEIGHT + 20}" text-anchor="middle">${count.toLocaleString("en")}</text>`,
  );
  return [
    `<text x="16" y="${top - 22}" class="head">Median of a request as the data behind it grows</text>`,
    ...grid,
    ...sizes,
    ...lines,
  ].join("\n");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
