// Said on the screen of a record that somebody has deleted meanwhile: what was shown and typed is still there.
import type { Loaded } from "../data/api.ts";
import { choose } from "../words/words.ts";

const text = choose({ deleted: "Este registro foi excluído." }, { deleted: "This record was deleted." });

export function DeletedElsewhere({ from: { data, problem } }: { from: Loaded<unknown> }) {
  if (data === undefined || problem?.status !== 404) return null;
  return (
    <p class="alert" role="alert">
      {text.deleted}
    </p>
  );
}
