// Refuses a common password on hosted pages before it is sent. The service judges by the same rule, for whoever runs no script.

export function refuseCommonPasswords(): void {
  const input = document.querySelector<HTMLInputElement>("input[data-common]");
  if (!input?.form) return;
  // The list of words comes while somebody types; without it the service refuses.
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

/** As the service would write it. Without a text it goes away. */
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
