// /admin/administrators: who may administrate this server.
import { type Signal, useSignal } from "@preact/signals";
import { SelectField, TextField } from "../../ui/form.tsx";
import { dayAndTime, Line, Lines } from "../../ui/sections.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { askAdmin } from "../data/ask.ts";
import { ROLES, type Role, useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { SettingGroup } from "../settings/setting_lines.tsx";
import { pick } from "../settings/setting_record.ts";
import { SettingsPart } from "../settings/settings_part.tsx";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { Screen } from "../shell/screen.tsx";
import { shellWords } from "../shell/words.ts";
import type { UserPage } from "../users/user_record.ts";
import { administratorsWords } from "./words.ts";

interface Administrator {
  user_id: string;
  email: string;
  phone: string;
  role: Role;
  granted_at: string;
  has_second_factor: boolean;
  last_sign_in_at: string | null;
}

const PATH = "/administrators";

export function Administrators() {
  const reply = useData<{ administrators: Administrator[] }>(PATH);
  return (
    <Screen
      title={administratorsWords.title}
      hint={administratorsWords.hint}
      tools={
        <OpenButton
          label={administratorsWords.add}
          right="administrators:write"
          dialog={(onClose) => <Add onClose={onClose} />}
        />
      }
    >
      <Loading from={reply} path={PATH}>
        {({ administrators }) => (
          <Lines items={administrators} empty={administratorsWords.none}>
            {(each) => <AdministratorLine key={each.user_id} administrator={each} />}
          </Lines>
        )}
      </Loading>
      <SettingsPart>
        {(settings) => (
          <SettingGroup
            title={administratorsWords.impersonation}
            hint={administratorsWords.impersonationHint}
            reply={settings}
            settings={pick(settings.settings, IMPERSONATION)}
          />
        )}
      </SettingsPart>
    </Screen>
  );
}

const IMPERSONATION = ["IMPERSONATION_ENABLED", "IMPERSONATION_SUPPORT_CODE_REQUIRED"];

function AdministratorLine({ administrator }: { administrator: Administrator }) {
  const console = useConsole();
  const {
    user_id: id,
    email,
    phone,
    role,
    granted_at: granted,
    has_second_factor: isSafe,
    last_sign_in_at: used,
  } = administrator;
  return (
    <Line
      title={
        <>
          <a href={`/admin/users/${id}`}>{email || phone || id.slice(0, 8)}</a>
          <span class="status">{shellWords.roles[role]}</span>
          {!isSafe && <span class="status overdue">{administratorsWords.noFactor}</span>}
        </>
      }
      hints={[administratorsWords.since(dayAndTime(granted)), used && administratorsWords.used(dayAndTime(used))]}
    >
      <OpenButton
        label={administratorsWords.change}
        right="administrators:write"
        dialog={(onClose) => <Change administrator={administrator} onClose={onClose} />}
      />
      <OpenButton
        label={administratorsWords.remove}
        right="administrators:write"
        dialog={(onClose) => (
          <ActDialog
            title={administratorsWords.removeAsk}
            text={administratorsWords.removeHint}
            act={administratorsWords.remove}
            right="administrators:write"
            onClose={onClose}
            work={(reason) => act(console, "DELETE", `${PATH}/${id}`, { reason })}
          />
        )}
      />
    </Line>
  );
}

function Change({ administrator, onClose }: { administrator: Administrator; onClose: () => void }) {
  const console = useConsole();
  const role = useSignal<string>(administrator.role);
  return (
    <ActDialog
      title={administratorsWords.change}
      text={administrator.email || administrator.phone}
      act={formWords.save}
      right="administrators:write"
      destroys={false}
      done={administratorsWords.changed}
      onClose={onClose}
      work={(reason) => act(console, "PUT", `${PATH}/${administrator.user_id}`, { body: { role: role.value }, reason })}
    >
      {() => <RoleField role={role} />}
    </ActDialog>
  );
}

function RoleField({ role }: { role: Signal<string> }) {
  return (
    <SelectField
      label={administratorsWords.role}
      value={role}
      options={ROLES.map((each) => [each, shellWords.roles[each]] as const)}
      hint={administratorsWords.roles[role.value as Role]}
    />
  );
}

function Add({ onClose }: { onClose: () => void }) {
  const console = useConsole();
  const email = useSignal("");
  const role = useSignal<string>("support");
  return (
    <ActDialog
      title={administratorsWords.add}
      text={administratorsWords.addHint}
      act={formWords.save}
      right="administrators:write"
      destroys={false}
      done={administratorsWords.added}
      onClose={onClose}
      work={async (reason) => {
        const search = new URLSearchParams({ search: email.value.trim(), limit: "5" });
        const { answer } = await askAdmin<UserPage>(console, `/users?${search}`);
        const user = answer.users.find((each) => each.email === email.value.trim().toLowerCase());
        if (!user) throw ownRefusal({ email: administratorsWords.unknown });
        await act(console, "PUT", `${PATH}/${user.id}`, { body: { role: role.value }, reason });
      }}
    >
      {(sending) => (
        <>
          <TextField
            label={administratorsWords.email}
            type="email"
            autoComplete="off"
            value={email}
            problem={sending.at("email")}
            maxLength={254}
          />
          <RoleField role={role} />
        </>
      )}
    </ActDialog>
  );
}
