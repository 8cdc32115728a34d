import { z } from 'zod';
import { DEFAULT_DESIGN, designSchema } from '#newsletter/designs/index.ts';
import { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { TEMPLATE_IDS } from '#newsletter/templates/index.ts';
import { chosenLogo } from '#web/newsletter-ui/branding/chosen-logo.ts';
import { readStored, writeStored } from '#web/session/storage.ts';

/** The answers given so far, stored in this browser so that a closed tab or an error loses nothing. */

/** The steps in order: four about the school, then two about the first newsletter. */
export const STEPS = ['name', 'logo', 'email', 'phone', 'title', 'layout'] as const;
export type OnboardingStep = (typeof STEPS)[number];

const LAYOUT_ANSWERS = [...LAYOUT_TYPES, ...TEMPLATE_IDS] as const;

const answersSchema = z.object({
  /** Null on the welcome screen. */
  step: z.enum(STEPS).nullable(),
  name: z.string(),
  logo: chosenLogo.nullable(),
  /** The colours as typed; empty if none is chosen. */
  primary: z.string(),
  secondary: z.string(),
  design: designSchema.default(DEFAULT_DESIGN),
  email: z.string(),
  phone: z.string(),
  title: z.string(),
  /** A layout, or the id of a template. */
  layout: z.enum(LAYOUT_ANSWERS).nullable(),
});
export type Answers = z.infer<typeof answersSchema>;

/** The initial answers. */
const NO_ANSWERS: Answers = {
  step: null,
  name: '',
  logo: null,
  primary: '',
  secondary: '',
  design: DEFAULT_DESIGN,
  email: '',
  phone: '',
  title: '',
  layout: null,
};

// Per person, because several may sign in from one browser.
const keyOf = (person: string) => `onboarding:${person}`;

/** A person's stored answers; the initial ones if there are none, or if they have the format of another version. */
export function loadAnswers(person: string): Answers {
  try {
    return answersSchema.parse(JSON.parse(readStored('localStorage', keyOf(person)) ?? 'null'));
  } catch {
    return NO_ANSWERS;
  }
}

/** Stores a person's answers. If the storage is full, it omits the logo rather than everything. */
export function saveAnswers(person: string, answers: Answers): void {
  for (const kept of [answers, { ...answers, logo: null }]) {
    if (writeStored('localStorage', keyOf(person), JSON.stringify(kept))) return;
    clearAnswers(person);
  }
}

/** Removes a person's answers, once the school exists. */
export function clearAnswers(person: string): void {
  writeStored('localStorage', keyOf(person), null);
}
