// The blocks of the overview: their order and which are hidden, as a user arranged them.

/** In the order in which everybody has them at first. */
export const BLOCKS = ["ahead", "next", "spending", "odd", "latest", "month", "cards", "budgets"] as const;
export type Block = (typeof BLOCKS)[number];

export interface Arrangement {
  /** Of all blocks, hidden ones too. */
  order: readonly Block[];
  hidden: readonly Block[];
}

export const USUAL: Arrangement = { order: BLOCKS, hidden: [] };

/** The key of the user's preferences. */
export const PREFERENCE = "overview_blocks";

/** Of what is stored: unknown names are left out, and blocks that came later stand after their usual neighbour. */
export function readArrangement(stored: unknown): Arrangement {
  const { order, hidden } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const blocks = blocksIn(order);
  return {
    order: BLOCKS.reduce<readonly Block[]>((all, block, index) => {
      if (all.includes(block)) return all;
      const place = index === 0 ? 0 : all.indexOf(BLOCKS[index - 1] as Block) + 1;
      return all.toSpliced(place, 0, block);
    }, blocks),
    hidden: blocksIn(hidden),
  };
}

function blocksIn(stored: unknown): Block[] {
  if (!Array.isArray(stored)) return [];
  return BLOCKS.filter((block) => stored.includes(block)).sort((one, other) => stored.indexOf(one) - stored.indexOf(other));
}

export const isUsual = ({ order, hidden }: Arrangement) =>
  hidden.length === 0 && order.every((block, at) => block === BLOCKS[at]);

/** One place up or down; at either end nothing changes. */
export function moveBlock({ order, hidden }: Arrangement, block: Block, step: -1 | 1): Arrangement {
  const to = order.indexOf(block) + step;
  if (to < 0 || to >= order.length) return { order, hidden };
  return { order: order.filter((each) => each !== block).toSpliced(to, 0, block), hidden };
}

export function toggleBlock({ order, hidden }: Arrangement, block: Block): Arrangement {
  const isHidden = hidden.includes(block);
  return { order, hidden: isHidden ? hidden.filter((each) => each !== block) : [...hidden, block] };
}
