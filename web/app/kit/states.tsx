// Sheets of the kit: empty and failed lists, messages, and what floats.
import { Empty } from "../ui/empty.tsx";
import { Icon } from "../ui/icon.tsx";
import { Failed } from "../ui/problems.tsx";

export function States() {
  return (
    <>
      <div class="panel">
        <Empty text="Nenhum cartão ainda.">
          <button type="button" class="main">
            Novo cartão
          </button>
        </Empty>
      </div>
      <Failed problem={{ status: 503, message: "", errors: {}, requestId: "8f14e45f" }} retry={() => {}} />
      <p class="banner">Sem conexão: o que você lançar fica na fila.</p>
      <p class="alert" role="alert">
        O pedido foi recusado.
      </p>
      <div class="skeleton" />
    </>
  );
}

export function Floating() {
  return (
    <p class="toast">
      <span>Lançamento excluído.</span>
      <button type="button">Desfazer</button>
      <button type="button" class="quiet" aria-label="Fechar">
        <Icon name="close" />
      </button>
    </p>
  );
}
