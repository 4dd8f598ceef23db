// Stores changed settings, and says what became of it.

import { useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { type ChangeReply, PATH } from "./setting_record.ts";
import { settingsWords } from "./words.ts";

interface Details {
  reason: string;
  skipsTrials?: boolean;
}

/** `base`: the version that the screen shows. Throws a Refusal. */
export function useChange(base: number) {
  const console = useConsole();
  return async (set: Readonly<Record<string, string | null>>, { reason, skipsTrials = false }: Details): Promise<void> => {
    const body = { base, set, ...(skipsTrials && { skip_trials: true }) };
    const reply = await act<ChangeReply>(console, "PATCH", PATH, { body, reason });
    const isLate = Object.keys(set).every((name) => reply.awaiting_restart.includes(name));
    console.message.value = isLate ? settingsWords.changedAfterRestart : settingsWords.changed;
  };
}
