import { z } from 'zod';
import { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { READY_MADE_IDS } from '#newsletter/templates/index.ts';
import { chosenLogo } from '#web/newsletter-ui/branding/chosen-logo.ts';

/** What a person has answered so far. It is kept in this browser: neither a closed tab nor an error loses a word. */

/** The steps of onboarding, in order: four about the school, then two about the first newsletter. */
export const STEPS = ['name', 'logo', 'email', 'phone', 'title', 'layout'] as const;
export type Step = (typeof STEPS)[number];

const STARTS = [...LAYOUT_TYPES, ...READY_MADE_IDS] as const;

const answersSchema = z.object({
  /** Null: the welcome. */
  step: z.enum(STEPS).nullable(),
  name: z.string(),
  logo: chosenLogo.nullable(),
  /** As typed; empty while none is chosen. */
  primary: z.string(),
  secondary: z.string(),
  email: z.string(),
  phone: z.string(),
  title: z.string(),
  /** A layout, or the id of a ready-made newsletter. */
  layout: z.enum(STARTS).nullable(),
});
export type Answers = z.infer<typeof answersSchema>;

/** Before anything is answered. */
export const NO_ANSWERS: Answers = {
  step: null,
  name: '',
  logo: null,
  primary: '',
  secondary: '',
  email: '',
  phone: '',
  title: '',
  layout: null,
};

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

// One person's answers are not the next one's who signs in in this browser.
const keyOf = (person: string) => `onboarding:${person}`;

/** The kept answers of a person; none where there are none, or where they cannot be read any more. */
export function recallAnswers(person: string, storage: KeyValueStorage = localStorage): Answers {
  try {
    return answersSchema.parse(JSON.parse(storage.getItem(keyOf(person)) ?? 'null'));
  } catch {
    return NO_ANSWERS;
  }
}

/** Keeps a person's answers in this browser. A picture too large for that is left out rather than everything. */
export function keepAnswers(person: string, answers: Answers, storage: KeyValueStorage = localStorage): void {
  for (const kept of [answers, { ...answers, logo: null }]) {
    try {
      storage.setItem(keyOf(person), JSON.stringify(kept));
      return;
    } catch {
      storage.removeItem(keyOf(person));
    }
  }
}

/** Once the school exists. */
export function forgetAnswers(person: string, storage: KeyValueStorage = localStorage): void {
  storage.removeItem(keyOf(person));
}
