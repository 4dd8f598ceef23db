// /admin/protection: whom the limits hold back now, and what else keeps attackers out.
import { useConsole } from "../data/console.ts";
import { load, useData } from "../data/use_data.ts";
import { Loading } from "../shell/loading.tsx";
import { Screen } from "../shell/screen.tsx";
import type { LimitsReply } from "./limit_record.ts";
import { LimitTables } from "./limit_tables.tsx";
import { Others, Passwords, type ProtectionReply } from "./passwords.tsx";
import { SubjectCheck } from "./subject_check.tsx";
import { protectionWords } from "./words.ts";

const LIMITS = "/limits";
const OTHERS = "/protection";

export function Protection() {
  const console = useConsole();
  const limits = useData<LimitsReply>(LIMITS);
  const others = useData<ProtectionReply>(OTHERS);
  return (
    <Screen
      title={protectionWords.title}
      hint={protectionWords.hint}
      tools={
        <button type="button" class="small" onClick={() => void load(console, LIMITS)}>
          {protectionWords.refresh}
        </button>
      }
    >
      <div class="user-sections">
        <SubjectCheck />
        <Loading from={limits} path={LIMITS}>
          {(data) => <LimitTables {...data} />}
        </Loading>
        <Loading from={others} path={OTHERS}>
          {(data) => (
            <>
              <Passwords settings={data} />
              <Others settings={data} />
            </>
          )}
        </Loading>
      </div>
    </Screen>
  );
}
