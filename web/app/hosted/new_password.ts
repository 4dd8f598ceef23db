// Measures a new password while it is typed, and refuses a common one before it is sent. The service applies the same rule without scripts.
import type { Language } from "../rules/locale.ts";

/** The text follows after a pause, so that screen readers do not read it at every key. */
const PAUSE_MS = 400;

export function measurePassword(): void {
  const input = document.querySelector<HTMLInputElement>("input[data-common]");
  const meter = document.getElementById("password-meter");
  if (!input?.form || !meter) return;
  const { common = "", least, sets = "[]" } = input.dataset;
  const settings = { password_min_length: Number(least), password_required_characters: JSON.parse(sets) as unknown };
  const language = document.documentElement.lang as Language;
  // The list of words loads while somebody types; without it the service refuses.
  let rules: { isCommon: (password: string) => boolean; show: () => void } | undefined;
  let pause: ReturnType<typeof setTimeout>;
  void import("../rules/password_meter.ts").then(
    (loaded) => {
      const show = () => {
        const { level, text } = loaded.measurePassword(input.value, settings, language);
        meter.dataset.level = String(level);
        clearTimeout(pause);
        pause = setTimeout(() => (meter.textContent = input.value === "" ? "" : text), meter.textContent === "" ? 0 : PAUSE_MS);
      };
      rules = { isCommon: loaded.isCommonPassword, show };
      if (input.value !== "") show();
    },
    () => {},
  );
  input.form.addEventListener("submit", (event) => {
    if (!rules?.isCommon(input.value)) return;
    event.preventDefault();
    showProblem(input, common);
    input.focus();
  });
  input.addEventListener("input", () => {
    rules?.show();
    if (input.ariaInvalid === "true" && rules && !rules.isCommon(input.value)) showProblem(input, "");
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
