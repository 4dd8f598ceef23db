// Sheets of the kit: buttons, fields and choices.
import { useSignal } from "@preact/signals";
import { AmountField } from "../ledger/amount_field.tsx";
import { DayField } from "../ui/day_field.tsx";
import { CheckField, SelectField, TextField } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { MonthSwitcher } from "../ui/month_switcher.tsx";

export function Buttons() {
  return (
    <>
      <p class="kit-line">
        <button type="button" class="main">
          Salvar
        </button>
        <button type="button">Cancelar</button>
        <button type="button" class="quiet">
          Editar
        </button>
        <button type="button" class="small">
          Mês atual
        </button>
        <button type="button" class="main destroys">
          Excluir
        </button>
        <button type="button" class="quiet" aria-label="Fechar">
          <Icon name="close" />
        </button>
      </p>
      <p class="kit-line">
        <button type="button" class="main" disabled>
          Salvar
        </button>
        <button type="button" disabled>
          Cancelar
        </button>
        <button type="button" aria-pressed="true">
          Conferir
        </button>
        <a class="button" href="#kit">
          Ver todos
        </a>
      </p>
      <MonthSwitcher month="2026-10" today="2026-11" href={() => "#kit"} />
    </>
  );
}

export function Fields() {
  const [name, wrong, amount, day] = [useSignal("Mercado"), useSignal(""), useSignal("12,50"), useSignal("2026-11-16")];
  const [kind, paid] = [useSignal("checking"), useSignal(true)];
  return (
    <div class="form">
      <TextField label="Descrição" value={name} />
      <TextField label="Nome" value={wrong} problem="Preencha este campo." hint="Como aparece nas listas" />
      <div class="pair">
        <AmountField label="Valor" value={amount} />
        <DayField label="Data" value={day} />
      </div>
      <SelectField
        label="Tipo"
        value={kind}
        options={[
          ["checking", "Conta corrente"],
          ["savings", "Poupança"],
        ]}
      />
      <CheckField label="Pago" value={paid} />
    </div>
  );
}

export function Choices() {
  const chosen = useSignal("day");
  return (
    <fieldset class="segments">
      <legend class="unseen">Ordem</legend>
      {["day", "category", "amount"].map((each) => (
        <label key={each}>
          <input type="radio" name="kit" checked={chosen.value === each} onChange={() => (chosen.value = each)} />
          <span class="choice">{{ day: "Por dia", category: "Por categoria", amount: "Por valor" }[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
