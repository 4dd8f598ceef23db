// /admin/api_keys: keys of programs, each with its own rights.
import { useSignal } from "@preact/signals";
import { currentTime } from "../../clock.ts";
import { SelectField, TextField } from "../../ui/form.tsx";
import { SecretOnce } from "../../ui/secret_once.tsx";
import { day, dayAndTime, Line, Lines } from "../../ui/sections.tsx";
import { ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { useConsole } from "../data/console.ts";
import { act, useData } from "../data/use_data.ts";
import { ActDialog } from "../shell/act_dialog.tsx";
import { Loading } from "../shell/loading.tsx";
import { OpenButton } from "../shell/open_button.tsx";
import { Screen } from "../shell/screen.tsx";
import { keysWords } from "./words.ts";

interface ApiKey {
  id: string;
  name: string;
  starts_with: string;
  rights: string[];
  networks: string[];
  expires_at: string;
  last_used_at: string | null;
  last_used_ip: string | null;
}

const PATH = "/api-keys";

export function ApiKeys() {
  const reply = useData<{ api_keys: ApiKey[] }>(PATH);
  const secret = useSignal("");
  const show = (key: string) => (secret.value = key);
  return (
    <Screen
      title={keysWords.title}
      hint={keysWords.hint}
      tools={
        <OpenButton
          label={keysWords.create}
          right="api_keys:write"
          dialog={(onClose) => <Create onClose={onClose} onKey={show} />}
        />
      }
    >
      <Loading from={reply} path={PATH}>
        {({ api_keys: keys }) => (
          <Lines items={keys} empty={keysWords.none}>
            {(key) => <KeyLine key={key.id} apiKey={key} onKey={show} />}
          </Lines>
        )}
      </Loading>
      {secret.value && (
        <SecretOnce
          title={keysWords.secret}
          hint={keysWords.secretHint}
          secret={secret.value}
          onClose={() => (secret.value = "")}
        />
      )}
    </Screen>
  );
}

function KeyLine({ apiKey, onKey }: { apiKey: ApiKey; onKey: (key: string) => void }) {
  const console = useConsole();
  const { id, name, starts_with: start, rights, networks, expires_at: expires, last_used_at: used, last_used_ip: ip } = apiKey;
  const isOver = Date.parse(expires) <= currentTime().getTime();
  return (
    <Line
      title={
        <>
          {name} <code>{start}…</code>
          {isOver && <span class="status overdue">{keysWords.over}</span>}
        </>
      }
      hints={[
        rights.join(" "),
        networks.join(" "),
        keysWords.expires(day(expires)),
        used ? keysWords.used(dayAndTime(used), ip ?? "") : keysWords.unused,
      ]}
    >
      <OpenButton
        label={keysWords.rotate}
        right="api_keys:write"
        dialog={(onClose) => (
          <ActDialog
            title={keysWords.rotateAsk}
            text={keysWords.rotateHint}
            act={keysWords.rotate}
            right="api_keys:write"
            destroys={false}
            onClose={onClose}
            work={async (reason) => onKey((await act<{ key: string }>(console, "POST", `${PATH}/${id}/rotate`, { reason })).key)}
          />
        )}
      />
      <OpenButton
        label={keysWords.delete}
        right="api_keys:write"
        dialog={(onClose) => (
          <ActDialog
            title={keysWords.deleteAsk}
            text={keysWords.deleteHint}
            act={keysWords.delete}
            right="api_keys:write"
            onClose={onClose}
            work={(reason) => act(console, "DELETE", `${PATH}/${id}`, { reason })}
          />
        )}
      />
    </Line>
  );
}

/** Auth gives them to no key: it could give itself more, or outlive its end. */
const NOT_FOR_KEYS = ["administrators:write", "api_keys:write", "owner_settings:write", "users:impersonate"];

const DAYS = ["7", "30", "90", "180", "366"] as const;

function Create({ onClose, onKey }: { onClose: () => void; onKey: (key: string) => void }) {
  const console = useConsole();
  const name = useSignal("");
  const rights = useSignal<readonly string[]>([]);
  const networks = useSignal("");
  const days = useSignal<string>("90");
  const offered = (console.administrator.value?.rights ?? []).filter((right) => !NOT_FOR_KEYS.includes(right));
  const toggle = (right: string, isOn: boolean) =>
    (rights.value = isOn ? [...rights.value, right] : rights.value.filter((each) => each !== right));
  return (
    <ActDialog
      title={keysWords.create}
      act={keysWords.create}
      right="api_keys:write"
      destroys={false}
      onClose={onClose}
      work={async (reason) => {
        if (name.value.trim() === "") throw ownRefusal({ name: formWords.missing });
        if (rights.value.length === 0) throw ownRefusal({ rights: keysWords.noRights });
        const body = {
          name: name.value.trim(),
          rights: rights.value,
          networks: networks.value.split(/[\s,]+/).filter(Boolean),
          expires_in_days: Number(days.value),
        };
        onKey((await act<{ key: string }>(console, "POST", PATH, { body, reason })).key);
      }}
    >
      {(sending) => (
        <>
          <TextField label={keysWords.name} value={name} problem={sending.at("name")} maxLength={100} />
          <fieldset class="field">
            <legend>{keysWords.rights}</legend>
            <div class="scopes">
              {offered.map((right) => (
                <label key={right} class="check">
                  <input
                    type="checkbox"
                    checked={rights.value.includes(right)}
                    onChange={({ currentTarget }) => toggle(right, currentTarget.checked)}
                  />
                  <code>{right}</code>
                </label>
              ))}
            </div>
            {sending.at("rights") && <p class="problem">{sending.at("rights")}</p>}
          </fieldset>
          <TextField label={keysWords.networks} hint={keysWords.networksHint} value={networks} maxLength={500} />
          <SelectField
            label={keysWords.days}
            value={days}
            options={DAYS.map((each) => [each, keysWords.inDays(each)] as const)}
          />
        </>
      )}
    </ActDialog>
  );
}
