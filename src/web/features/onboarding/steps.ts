import { createNewsletterForm } from '#contract/newsletters.ts';
import { createSchoolForm } from '#contract/school.ts';
import { COLOUR_MESSAGE, normaliseColour } from '#newsletter/values/colour.ts';
import { type Answers, type OnboardingStep, STEPS } from './answers.ts';

/** The rules of the onboarding steps and their order. Pure. */

/** The number of steps about the school. Source: docs/requirements/screens.md 9.13. */
export const SCHOOL_STEPS = 4;

/** The steps' names in the stepper. */
export const STEP_NAMES = {
  name: 'School name',
  logo: 'Logo and colours',
  email: 'School email',
  phone: 'School phone',
  title: 'Newsletter title',
  layout: 'Layout',
} as const satisfies Record<OnboardingStep, string>;

/** The schema of each text step, taken from the contract's forms. */
const STEP_RULES = {
  name: createSchoolForm.shape.name,
  email: createSchoolForm.shape.email,
  phone: createSchoolForm.shape.phone,
  title: createNewsletterForm.shape.title,
} as const;
export type TextStep = keyof typeof STEP_RULES;

/** Whether a step's field is filled in, which enables Confirm. */
export function isFilled(step: OnboardingStep, answers: Answers): boolean {
  switch (step) {
    case 'logo':
      return answers.logo !== null;
    case 'layout':
      return answers.layout !== null;
    default:
      return answers[step].trim() !== '';
  }
}

/** The error message of a step's answer, or null if it is valid. */
export function problemOf(step: OnboardingStep, answers: Answers): string | null {
  if (step === 'layout') return null;
  if (step === 'logo')
    return [answers.primary, answers.secondary].every(isColourOrNone) ? null : COLOUR_MESSAGE;
  return STEP_RULES[step].safeParse(answers[step]).error?.issues[0]?.message ?? null;
}

function isColourOrNone(typed: string): boolean {
  return typed === '' || normaliseColour(typed) !== null;
}

/** The next step; null after the last. */
export function stepAfter(step: OnboardingStep): OnboardingStep | null {
  return STEPS[STEPS.indexOf(step) + 1] ?? null;
}

/** The previous step; null before the first, which is the welcome screen. */
export function stepBefore(step: OnboardingStep): OnboardingStep | null {
  return STEPS[STEPS.indexOf(step) - 1] ?? null;
}

/** Whether all steps before this one have valid answers. */
export function isReachable(step: OnboardingStep, answers: Answers): boolean {
  return STEPS.slice(0, STEPS.indexOf(step)).every(
    (earlier) => isFilled(earlier, answers) && problemOf(earlier, answers) === null,
  );
}

/** The step of a history entry; `first` if the entry has none, or one that is not reachable yet. */
export function stepOfEntry(
  state: unknown,
  answers: Answers,
  first: OnboardingStep | null,
): OnboardingStep | null {
  if (typeof state !== 'object' || state === null || !('step' in state)) return first;
  if (state.step === null) return null;
  const step = STEPS.find((each) => each === state.step);
  return step !== undefined && isReachable(step, answers) ? step : first;
}

/** The step that asks for a field which the server has rejected. */
export function stepOfField(field: string): OnboardingStep {
  if (field.endsWith('_color') || field === 'logo' || field === 'design') return 'logo';
  if (field === 'layout_type') return 'layout';
  return STEPS.find((step) => step === field) ?? 'name';
}
