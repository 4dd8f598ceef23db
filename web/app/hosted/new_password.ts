// Refuses a common password on hosted pages before it is sent. The service applies the same rule, for browsers without scripts.

export function refuseCommonPasswords(): void {
  const input = document.querySelector<HTMLInputElement>("input[data-common]");
  if (!input?.form) return;
  // The list of words loads while somebody types; without it the service refuses.
  const rule = import("../rules/common_password.ts").catch(() => undefined);
  let isCommon = (_password: string) => false;
  void rule.then((loaded) => {
    if (loaded) isCommon = loaded.isCommonPassword;
  });
  input.form.addEventListener("submit", (event) => {
    if (!isCommon(input.value)) return;
    event.preventDefault();
    showProblem(input, input.dataset.common ?? "");
    input.focus();
  });
  input.addEventListener("input", () => {
    if (input.ariaInvalid === "true" && !isCommon(input.value)) showProblem(input, "");
  });
}

const PROBLEM = "password-problem";
const HINT = "password-hint";

/** As the service would write it; without a text it is removed. */
function showProblem(input: HTMLInputElement, text: string): void {
  document.getElementById(PROBLEM)?.remove();
  input.ariaInvalid = text === "" ? null : "true";
  input.setAttribute("aria-describedby", text === "" ? HINT : `${HINT} ${PROBLEM}`);
  if (text === "") return;
  const problem = document.createElement("p");
  problem.id = PROBLEM;
  problem.className = "problem";
  problem.role = "alert";
  problem.textContent = text;
  input.closest(".field")?.append(problem);
}
