// What can be done to a user as a whole: letting them in again, keeping them out, deleting them.
import { useSignal } from "@preact/signals";
import { currentTime } from "../../clock.ts";
import { route } from "../../shell/router.ts";
import { SelectField, TextField } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MenuButton, type MenuItem } from "../../ui/menu.tsx";
import { SecretOnce } from "../../ui/secret_once.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { askAdmin } from "../data/ask.ts";
import { type Console, may, useConsole } from "../data/console.ts";
import { act } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { isBanned, nameOf, type User } from "./user_record.ts";
import { userWords } from "./user_words.ts";

const acts = userWords.acts;

type Act = "link" | "impersonate" | "ban" | "unban" | "end_sessions" | "delete" | "erase" | Mail;
type Mail = "recovery" | "magic_link" | "confirmation" | "invite";

export function UserActs({ user }: { user: User }) {
  const console = useConsole();
  const opened = useSignal<Act | undefined>(undefined);
  const items = itemsFor(console, user).map(
    ([name, label, isGrave]): MenuItem => ({
      label,
      destroys: isGrave,
      isDivided: name === "ban" || name === "unban",
      go: () => (opened.value = name),
    }),
  );
  if (items.length === 0) return null;
  const close = () => (opened.value = undefined);
  return (
    <>
      <MenuButton label={acts.menu} items={items}>
        <span>{acts.menu}</span>
        <Icon name="down" />
      </MenuButton>
      {opened.value && <OpenedAct name={opened.value} user={user} onClose={close} />}
    </>
  );
}

function itemsFor(console: Console, user: User): [Act, string, boolean][] {
  if (user.deleted_at) return may(console, "users:erase") ? [["erase", acts.erase.title, true]] : [];
  const isOut = isBanned(user, currentTime());
  const mails: [Act, boolean][] = [
    ["recovery", user.email !== ""],
    ["magic_link", user.email !== ""],
    ["confirmation", user.email !== "" && !user.email_confirmed_at],
    ["invite", user.invited_at !== undefined && !user.confirmed_at],
  ];
  const all: [Act, string, boolean, boolean][] = [
    ...mails.map(([name, fits]): [Act, string, boolean, boolean] => [
      name,
      acts.mails[name as Mail],
      false,
      fits && may(console, "users:invite"),
    ]),
    ["link", acts.link.title, false, user.email !== "" && !isOut && may(console, "links:read")],
    ["impersonate", acts.impersonate.title, false, !isOut && may(console, "users:impersonate")],
    isOut
      ? ["unban", acts.unban.title, false, may(console, "users:unban")]
      : ["ban", acts.ban.title, true, may(console, "users:write")],
    ["end_sessions", acts.endSessions.title, true, may(console, "sessions:end")],
    ["delete", acts.delete.title, true, may(console, "users:delete")],
    ["erase", acts.erase.title, true, may(console, "users:erase")],
  ];
  return all.filter(([, , , isShown]) => isShown).map(([name, label, isGrave]) => [name, label, isGrave]);
}

function OpenedAct({ name, user, onClose }: { name: Act; user: User; onClose: () => void }) {
  const console = useConsole();
  const path = `/users/${user.id}`;
  const shared = { onClose };
  if (name === "link") return <MakeLink user={user} onClose={onClose} />;
  if (name === "impersonate") return <Impersonate user={user} onClose={onClose} />;
  if (name === "ban") return <Ban user={user} onClose={onClose} />;
  if (name === "erase") return <Erase user={user} onClose={onClose} />;
  if (name === "unban")
    return (
      <ActDialog
        {...shared}
        {...acts.unban}
        right="users:unban"
        destroys={false}
        work={(reason) => act(console, "PUT", path, { body: { ban_duration: "none" }, reason })}
      />
    );
  if (name === "end_sessions")
    return (
      <ActDialog
        {...shared}
        {...acts.endSessions}
        right="sessions:end"
        work={(reason) => act(console, "DELETE", `${path}/sessions`, { reason })}
      />
    );
  if (name === "delete")
    return (
      <ActDialog
        {...shared}
        {...acts.delete}
        right="users:delete"
        work={async (reason) => {
          await act(console, "DELETE", path, { body: { should_soft_delete: true }, reason });
          route("/admin/users");
        }}
      />
    );
  return (
    <ActDialog
      {...shared}
      title={acts.mails[name]}
      text={acts.mailTo(user.email)}
      act={acts.sendMail}
      done={acts.mailSent}
      right="users:invite"
      destroys={false}
      work={(reason) => act(console, "POST", `${path}/mails`, { body: { template: name }, reason })}
    />
  );
}

function MakeLink({ user, onClose }: { user: User; onClose: () => void }) {
  const console = useConsole();
  const kind = useSignal<string>("magiclink");
  const link = useSignal("");
  if (link.value !== "")
    return <SecretOnce title={acts.link.title} hint={acts.link.once} secret={link.value} onClose={onClose} />;
  return (
    <ActDialog
      {...acts.link}
      right="links:read"
      destroys={false}
      keepsOpen
      onClose={onClose}
      work={async (reason) => {
        const body = { type: kind.value, email: user.email };
        link.value = (await act<{ action_link: string }>(console, "POST", "/generate_link", { body, reason })).action_link;
      }}
    >
      {() => <SelectField label={acts.link.kind} value={kind} options={Object.entries(acts.link.kinds)} />}
    </ActDialog>
  );
}

/** The page of the money app comes next, so that whatever the console holds is gone. */
function Impersonate({ user, onClose }: { user: User; onClose: () => void }) {
  const console = useConsole();
  const code = useSignal("");
  return (
    <ActDialog
      {...acts.impersonate}
      right="users:impersonate"
      destroys={false}
      onClose={onClose}
      work={async (reason) => {
        const body = { user_id: user.id, ...(code.value.trim() && { support_code: code.value.trim() }) };
        // The screen below asks for nothing again: from now on this browser speaks for somebody else.
        const { answer } = await askAdmin<{ location: string }>(console, "/impersonation", { method: "POST", body, reason });
        location.assign(answer.location);
      }}
    >
      {() => <TextField label={acts.supportCode} hint={acts.supportCodeHint} value={code} autoComplete="off" maxLength={40} />}
    </ActDialog>
  );
}

const FOREVER = "876000h";
const UNTIL = "until";

function Ban({ user, onClose }: { user: User; onClose: () => void }) {
  const console = useConsole();
  const duration = useSignal("24h");
  const until = useSignal("");
  const durations = (["1h", "24h", "168h", "720h", FOREVER] as const).map((each) => [each, acts.durations[each]] as const);
  const options = [...durations, [UNTIL, acts.untilMoment] as const];
  const chosen = () => {
    if (duration.value !== UNTIL) return duration.value;
    const seconds = Math.ceil((Date.parse(until.value) - currentTime().getTime()) / 1000);
    if (!(seconds > 0)) throw ownRefusal({ until: acts.untilPast });
    return `${seconds}s`;
  };
  return (
    <ActDialog
      {...acts.ban}
      right="users:write"
      onClose={onClose}
      work={async (reason) => act(console, "PUT", `/users/${user.id}`, { body: { ban_duration: chosen() }, reason })}
    >
      {(sending) => (
        <>
          <SelectField label={acts.duration} value={duration} options={options} />
          {duration.value === UNTIL && (
            <TextField label={acts.until} type="datetime-local" value={until} problem={sending.at("until")} />
          )}
        </>
      )}
    </ActDialog>
  );
}

/** What cannot be undone has to be typed. */
function Erase({ user, onClose }: { user: User; onClose: () => void }) {
  const console = useConsole();
  const typed = useSignal("");
  const expected = user.email || nameOf(user);
  return (
    <ActDialog
      {...acts.erase}
      right="users:erase"
      onClose={onClose}
      work={async (reason) => {
        if (typed.value.trim() !== expected) throw ownRefusal({ typed: acts.typedWrong });
        await act(console, "DELETE", `/users/${user.id}`, { reason });
        route("/admin/users");
      }}
    >
      {(sending) => (
        <TextField label={acts.typeToErase(expected)} value={typed} autoComplete="off" problem={sending.at("typed")} />
      )}
    </ActDialog>
  );
}
