// Addresses and password of a user; beside them the ways to sign in, and the role on this server.
import { useSignal } from "@preact/signals";
import { CheckField, TextField } from "../../ui/form.tsx";
import { dayAndTime, Line, Section } from "../../ui/sections.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { ServerRole } from "./server_role.tsx";
import { SignInWays } from "./sign_in_ways.tsx";
import { phoneText, type User } from "./user_record.ts";
import { profileWords } from "./user_words.ts";

export function Profile({ user }: { user: User }) {
  return (
    <>
      <Addresses user={user} />
      <Password user={user} />
      <SignInWays user={user} />
      <ServerRole user={user} />
    </>
  );
}

function Addresses({ user }: { user: User }) {
  return (
    <Section title={profileWords.addresses}>
      <ul class="lines">
        <AddressLine user={user} kind="email" confirmedAt={user.email_confirmed_at} text={user.email} />
        <AddressLine user={user} kind="phone" confirmedAt={user.phone_confirmed_at} text={phoneText(user.phone)} />
      </ul>
    </Section>
  );
}

interface AddressProps {
  user: User;
  kind: "email" | "phone";
  text: string;
  confirmedAt: string | undefined;
}

function AddressLine({ user, kind, text, confirmedAt }: AddressProps) {
  const console = useConsole();
  const value = useSignal(text);
  const isConfirmed = useSignal(true);
  const words = profileWords.kinds[kind];
  const put = (body: object, reason: string) => act<void>(console, "PUT", `/users/${user.id}`, { body, reason });
  const hints =
    text === ""
      ? [profileWords.none]
      : [
          confirmedAt ? profileWords.confirmed(dayAndTime(confirmedAt)) : profileWords.unconfirmed,
          kind === "email" && user.new_email && profileWords.waiting(user.new_email),
        ];
  return (
    <Line title={text === "" ? words.label : text} hints={hints}>
      {text !== "" && !confirmedAt && (
        <OpenButton
          label={profileWords.confirm}
          right="credentials:write"
          dialog={(onClose) => (
            <ActDialog
              title={profileWords.confirmAsk}
              text={profileWords.confirmHint}
              act={profileWords.confirm}
              right="credentials:write"
              destroys={false}
              onClose={onClose}
              work={(reason) => put({ [`${kind}_confirm`]: true }, reason)}
            />
          )}
        />
      )}
      <OpenButton
        label={profileWords.change}
        right="credentials:write"
        dialog={(onClose) => (
          <ActDialog
            title={words.change}
            text={profileWords.changeHint}
            act={formWords.save}
            right="credentials:write"
            destroys={false}
            onClose={onClose}
            work={async (reason) => {
              if (value.value.trim() === "") throw ownRefusal({ value: formWords.missing });
              await put({ [kind]: value.value.trim(), [`${kind}_confirm`]: isConfirmed.value }, reason);
            }}
          >
            {(sending) => (
              <>
                <TextField
                  label={words.label}
                  type={kind === "email" ? "email" : "tel"}
                  autoComplete="off"
                  value={value}
                  problem={sending.at("value")}
                  maxLength={254}
                />
                <CheckField label={profileWords.isConfirmed} value={isConfirmed} />
              </>
            )}
          </ActDialog>
        )}
      />
    </Line>
  );
}

interface Credentials {
  has_password: boolean;
  is_temporary: boolean;
  hash: string | null;
  password_changed_at: string | null;
  has_recovery_codes: boolean;
}

function Password({ user }: { user: User }) {
  const console = useConsole();
  const path = `/users/${user.id}/credentials`;
  const reply = useData<Credentials>(path);
  const password = useSignal("");
  const isOnce = useSignal(true);
  return (
    <Section title={profileWords.password}>
      <Loading from={reply} path={path}>
        {({ has_password: has, is_temporary: isTemporary, hash, password_changed_at: changedAt }) => (
          <ul class="lines">
            <Line
              title={has ? profileWords.hasPassword : profileWords.noPassword}
              hints={[
                isTemporary && profileWords.isTemporary,
                hash && profileWords.hash(hash),
                changedAt && profileWords.changed(dayAndTime(changedAt)),
              ]}
            >
              <OpenButton
                label={profileWords.setPassword}
                right="credentials:write"
                dialog={(onClose) => (
                  <ActDialog
                    title={profileWords.setPassword}
                    text={profileWords.setPasswordHint}
                    act={formWords.save}
                    right="credentials:write"
                    onClose={onClose}
                    done={profileWords.passwordSet}
                    work={async (reason) => {
                      if (password.value === "") throw ownRefusal({ password: formWords.missing });
                      const body = { password: password.value, ...(isOnce.value && { password_temporary: true }) };
                      await act(console, "PUT", `/users/${user.id}`, { body, reason });
                      password.value = "";
                    }}
                  >
                    {(sending) => (
                      <>
                        <TextField
                          label={profileWords.newPassword}
                          type="password"
                          autoComplete="new-password"
                          value={password}
                          problem={sending.at("password")}
                          maxLength={256}
                        />
                        <CheckField label={profileWords.once} value={isOnce} />
                      </>
                    )}
                  </ActDialog>
                )}
              />
            </Line>
          </ul>
        )}
      </Loading>
    </Section>
  );
}
