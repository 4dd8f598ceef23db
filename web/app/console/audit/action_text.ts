// The names of acts in a sentence's form. What has no text of ours keeps the name of the log.
import { actionWords } from "./words.ts";

export function actionText(action: string): string {
  return actionWords.names[action as keyof typeof actionWords.names] ?? action;
}
