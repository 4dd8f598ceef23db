// Second factors, and recovery codes for users who lost theirs.
import { useSignal } from "@preact/signals";
import { useStore } from "../data/use_store.ts";
import { Confirm } from "../ui/confirm.tsx";
import { day, Line, Lines, Section } from "../ui/sections.tsx";
import { AddApp } from "./add_app.tsx";
import { AddKey } from "./add_key.tsx";
import { AddPhone } from "./add_phone.tsx";
import { askAuth, type Factor, type User } from "./auth.ts";
import { CodesOnce, createCodes } from "./codes_once.tsx";
import { whenSignInRecent } from "./recent_sign_in.ts";
import { RecoveryCodes } from "./recovery_codes.tsx";
import { twoStepWords } from "./security_words.ts";

type Adding = "totp" | "phone" | "webauthn";

export function TwoSteps({ user, offered }: { user: User; offered: readonly string[] }) {
  const store = useStore();
  const adds = useSignal<Adding | undefined>(undefined);
  const removes = useSignal<Factor | undefined>(undefined);
  const factors = (user.factors ?? []).filter(({ status }) => status === "verified");
  const visible = factors.filter(({ factor_type: type }) => type !== "recovery_code");
  const kinds = (["totp", "phone", "webauthn"] as const).filter((kind) => offered.includes(kind));
  const hasCodes = factors.length > visible.length;
  const codes = useSignal<string[] | undefined>(undefined);
  const close = () => (adds.value = undefined);
  const finish = async () => {
    const created = hasCodes ? undefined : await createCodes(store, false).catch(() => "none" as const);
    close();
    if (Array.isArray(created)) codes.value = created;
    store.message.value = { text: created === "none" ? twoStepWords.addedWithoutCodes : twoStepWords.added };
  };
  return (
    <Section
      title={twoStepWords.title}
      hint={twoStepWords.hint}
      acts={kinds.map((kind) => (
        <button type="button" class="small" key={kind} onClick={whenSignInRecent(store, () => (adds.value = kind))}>
          {twoStepWords.add[kind]}
        </button>
      ))}
    >
      <Lines items={visible} empty={twoStepWords.none}>
        {(factor) => (
          <Line
            key={factor.id}
            title={factor.friendly_name || twoStepWords.kinds[factor.factor_type]}
            hints={[
              twoStepWords.kinds[factor.factor_type],
              factor.phone && `+${factor.phone}`,
              twoStepWords.since(day(factor.created_at)),
            ]}
          >
            <button type="button" class="small destroys" onClick={whenSignInRecent(store, () => (removes.value = factor))}>
              {twoStepWords.remove}
            </button>
          </Line>
        )}
      </Lines>
      {visible.length > 0 && <RecoveryCodes exist={hasCodes} />}
      {adds.value === "totp" && <AddApp onClose={close} onAdded={finish} />}
      {adds.value === "phone" && <AddPhone onClose={close} onAdded={finish} />}
      {adds.value === "webauthn" && <AddKey onClose={close} onAdded={finish} />}
      {codes.value && <CodesOnce codes={codes.value} onClose={() => (codes.value = undefined)} />}
      {removes.value && (
        <Confirm
          title={twoStepWords.removeAsk}
          text={visible.length === 1 ? twoStepWords.removeLast : twoStepWords.removeHint}
          act={twoStepWords.remove}
          onClose={() => (removes.value = undefined)}
          work={async () => {
            await askAuth(store, "DELETE", `/factors/${removes.value?.id}`);
            store.message.value = { text: twoStepWords.removed };
          }}
        />
      )}
    </Section>
  );
}
