// "Always like this?": a rule of the correction that was just made, offered below its line.
import type { Category } from "../../rules/records.ts";
import type { RuleOffer } from "../../rules/rule_offer.ts";
import { GridCell, GridRow } from "../../ui/grid_cells.tsx";
import { Icon } from "../../ui/icon.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import type { RowPlace } from "../../ui/virtual_rows.tsx";
import { importWords } from "./words.ts";

interface OfferProps {
  offer: RuleOffer;
  place: RowPlace;
  rowIndex: number;
  categories: ReadonlyMap<number, Category>;
  onCreate: () => void;
  onDismiss: () => void;
}

export function Offer({ offer, place, rowIndex, categories, onCreate, onDismiss }: OfferProps) {
  const words = importWords.offer;
  return (
    <GridRow class="import-row offer" aria-rowindex={rowIndex} {...place}>
      <GridCell class="offer-text">
        <Icon name="repeat" />
        <span>
          <strong>{words.ask}</strong> {offerText(offer, categories)} {words.others(offer.others)}
        </span>
      </GridCell>
      <GridCell class="acts">
        <button type="button" class="small" onClick={onCreate}>
          {words.create} <kbd>R</kbd>
        </button>
        <button type="button" class="small quiet" onClick={onDismiss}>
          {words.once}
        </button>
      </GridCell>
    </GridRow>
  );
}

function offerText({ text, description, categoryId, tags }: RuleOffer, categories: ReadonlyMap<number, Category>): string {
  const words = importWords.offer;
  const name = categoryId === undefined ? undefined : categories.get(categoryId)?.name;
  const parts = [
    description === undefined ? words.text(text) : words.becomes(text, description),
    name && words.category(name),
    joinParts(...(tags ?? []).map((tag) => `#${tag}`)),
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
