// Categories of a kind as options, those used last in this browser first.
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { byParent } from "../rules/categories.ts";
import type { Category } from "../rules/records.ts";
import { fieldWords } from "./words.ts";

interface CategoryOptionsProps {
  kind: "earnings" | "expenses";
  /** Offered too, even if it is archived. */
  keeps?: number;
}

export function CategoryOptions({ kind, keeps }: CategoryOptionsProps) {
  const store = useStore();
  const all = useData<Category[]>("/categories").data ?? [];
  const offered = byParent(all).filter((each) => each.id === keeps || (!each.archived && each.kind === kind));
  const recent = store.recentCategories.value.flatMap((id) => offered.find((each) => each.id === id) ?? []);
  const options = offered.map(({ id, name, parent_id: parent }) => (
    <option key={id} value={id}>
      {parent === null ? name : `– ${name}`}
    </option>
  ));
  if (recent.length === 0) return <>{options}</>;
  return (
    <>
      <optgroup label={fieldWords.recent}>
        {recent.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={fieldWords.all}>{options}</optgroup>
    </>
  );
}
