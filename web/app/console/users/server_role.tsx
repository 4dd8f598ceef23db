// The role of a user on this server.
import { useSignal } from "@preact/signals";
import { SelectField } from "../../ui/form.tsx";
import { Line, Section } from "../../ui/sections.tsx";
import { formWords } from "../../ui/words.ts";
import { ROLES, type Role, useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { shellWords } from "../shell/words.ts";
import type { User } from "./user_record.ts";
import { profileWords } from "./user_words.ts";

export function ServerRole({ user }: { user: User }) {
  const path = `/users/${user.id}/role`;
  const reply = useData<{ role: Role | null }>(path);
  return (
    <Section title={profileWords.role} hint={profileWords.roleHint}>
      <Loading from={reply} path={path}>
        {({ role }) => (
          <ul class="lines">
            <Line title={role ? shellWords.roles[role] : profileWords.noRole} hints={[]}>
              <OpenButton
                label={profileWords.change}
                right="administrators:write"
                dialog={(onClose) => <ChangeRole user={user} role={role} onClose={onClose} />}
              />
            </Line>
          </ul>
        )}
      </Loading>
    </Section>
  );
}

function ChangeRole({ user, role, onClose }: { user: User; role: Role | null; onClose: () => void }) {
  const console = useConsole();
  const chosen = useSignal<string>(role ?? "");
  const path = `/administrators/${user.id}`;
  const options = [["", profileWords.noRole], ...ROLES.map((each) => [each, shellWords.roles[each]])] as [string, string][];
  return (
    <ActDialog
      title={profileWords.role}
      text={profileWords.roleAsk}
      act={formWords.save}
      right="administrators:write"
      onClose={onClose}
      work={async (reason) => {
        if (chosen.value === (role ?? "")) return;
        if (chosen.value === "") await act(console, "DELETE", path, { reason });
        else await act(console, "PUT", path, { body: { role: chosen.value }, reason });
      }}
    >
      {() => <SelectField label={profileWords.role} value={chosen} options={options} />}
    </ActDialog>
  );
}
