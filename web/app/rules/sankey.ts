// The layout of a Sankey diagram with one node in the middle: all parts have the same scale, and their labels never overlap.

export interface SankeyPart {
  /** Of the node at the side. */
  top: number;
  /** Where its ribbon meets the middle. */
  middleTop: number;
  height: number;
  /** The vertical middle of its label. */
  labelY: number;
}

export interface Sankey {
  sources: SankeyPart[];
  targets: SankeyPart[];
  middle: { top: number; height: number };
}

interface Room {
  height: number;
  /** Least height for a part with its label. */
  pitch: number;
  /** Between nodes, where labels need no more. */
  gap: number;
}

export function sankeyOf(sources: readonly number[], targets: readonly number[], room: Room): Sankey {
  const scale = Math.min(scaleOf(sources, room), scaleOf(targets, room));
  const whole = Math.max(sumOf(sources), sumOf(targets)) * scale;
  const middleTop = (room.height - whole) / 2;
  const place = (values: readonly number[]): SankeyPart[] => {
    let at = (room.height - slotsOf(values, scale, room)) / 2;
    let inMiddle = middleTop;
    return values.map((value) => {
      const [slot, height] = [slotOf(value, scale, room), value * scale];
      const part = { top: at + (slot - height) / 2, middleTop: inMiddle, height, labelY: at + slot / 2 };
      at += slot;
      inMiddle += height;
      return part;
    });
  };
  return { sources: place(sources), targets: place(targets), middle: { top: middleTop, height: whole } };
}

const slotOf = (value: number, scale: number, { pitch, gap }: Room) => Math.max(pitch, value * scale + gap);
const slotsOf = (values: readonly number[], scale: number, room: Room) =>
  values.reduce((sum, value) => sum + slotOf(value, scale, room), 0);
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Pixels of one unit, the most that fits: found by halving, because small parts take the room of their label. */
function scaleOf(values: readonly number[], room: Room): number {
  let [fits, most] = [0, room.height / Math.max(1, sumOf(values))];
  for (let turn = 0; turn < 40; turn++) {
    const scale = (fits + most) / 2;
    if (slotsOf(values, scale, room) <= room.height) fits = scale;
    else most = scale;
  }
  return fits;
}

/** From one height at one side to the same height at the other. */
export function ribbonPath([fromX, fromTop]: readonly [number, number], [toX, toTop]: readonly [number, number], height: number) {
  const middle = round((fromX + toX) / 2);
  const [x0, x1, y0, y1] = [round(fromX), round(toX), round(fromTop), round(toTop)];
  const [y2, y3] = [round(toTop + height), round(fromTop + height)];
  return `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}V${y2}C${middle} ${y2} ${middle} ${y3} ${x0} ${y3}Z`;
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;
