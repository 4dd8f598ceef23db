// The template of a mail in words. Text messages have templates of their own.
import { activityWords } from "./user_words.ts";

export const templateText = (template: string): string =>
  activityWords.templates[template as keyof typeof activityWords.templates] ?? template;
