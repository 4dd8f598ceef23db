// A row that is swiped to the left shows the likely action first. It never deletes.
import { useStore } from "../data/use_store.ts";
import { isNeutral } from "../rules/figures.ts";
import type { Transaction } from "../rules/records.ts";
import { Icon } from "../ui/icon.tsx";
import { placeBelow } from "../ui/menu.tsx";
import { listWords, rowActWords } from "./list_words.ts";
import { canBePaid, markPaid } from "./row_acts.ts";
import type { Selection } from "./selection.tsx";

/** A finger that has moved less far has tapped or scrolls. */
const LEAST_PX = 12;
const OPENS_PX = 56;
const WIDEST_PX = 144;

interface Drag {
  element: HTMLElement;
  x: number;
  y: number;
  by: number;
  isSwipe: boolean;
}

let drag: Drag | undefined;

export function swipeHandlers(row: Transaction, { swiped }: Selection) {
  const end = () => {
    if (!drag) return;
    const { element, by, isSwipe } = drag;
    drag = undefined;
    element.style.transform = "";
    if (isSwipe) swiped.value = by < -OPENS_PX ? row.id : undefined;
  };
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent) => {
      drag = pointerType === "touch" ? { element: currentTarget as HTMLElement, x, y, by: 0, isSwipe: false } : undefined;
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag) return;
      drag.by = event.clientX - drag.x;
      const isAside = Math.abs(drag.by) > LEAST_PX && Math.abs(drag.by) > Math.abs(event.clientY - drag.y);
      if (isAside && !drag.isSwipe) {
        drag.isSwipe = true;
        drag.element.setPointerCapture(event.pointerId);
      }
      if (drag.isSwipe) drag.element.style.transform = `translateX(${Math.max(-WIDEST_PX, Math.min(0, drag.by))}px)`;
    },
    onPointerUp: end,
    // The browser has taken the gesture for scrolling.
    onPointerCancel: () => {
      if (drag) drag.by = 0;
      end();
    },
  };
}

export function SwipeActs({ row, selection }: { row: Transaction; selection: Selection }) {
  const store = useStore();
  const close = () => (selection.swiped.value = undefined);
  return (
    <span class="swipe-acts">
      {canBePaid(row) ? (
        <button
          type="button"
          onClick={() => {
            close();
            void markPaid(store, row);
          }}
        >
          <Icon name="check" />
          {row.paid ? listWords.unpaidAct : listWords.paidAct}
        </button>
      ) : (
        !isNeutral(row) && (
          <button
            type="button"
            onClick={() => {
              close();
              selection.begin("category", row.id);
            }}
          >
            <Icon name="tag" />
            {rowActWords.category}
          </button>
        )
      )}
      <button
        type="button"
        class="rest"
        onClick={(event) => {
          const place = placeBelow(event.currentTarget);
          close();
          selection.menu.value = { row, place };
        }}
      >
        <Icon name="more" />
        {rowActWords.more}
      </button>
    </span>
  );
}
