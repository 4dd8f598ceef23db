// The dialog of "Why?": what counts in a total, and the lines that add up to it.
import { Dialog } from "../ui/dialog.tsx";
import { Money } from "./money.tsx";
import type { WhyProps } from "./why.tsx";

export function WhyDialog({ figure, counts, totalCents, children, onClose }: WhyProps & { onClose: () => void }) {
  return (
    <Dialog title={figure} onClose={onClose}>
      <p class="hint">{counts}</p>
      <ol class="why">
        {children}
        <li class="total">
          <strong>{figure}</strong>
          <Money cents={totalCents} plain />
        </li>
      </ol>
    </Dialog>
  );
}
