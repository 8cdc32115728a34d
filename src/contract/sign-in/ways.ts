import type { z } from 'zod';
import { WAYS } from '#contract/sign-in/ways/list.ts';
import type { Way } from '#contract/sign-in/ways/way.ts';

/** What derives from the list of ways. */

/** How a session is opened. */
export const SESSION_WAYS = WAYS.filter((way) => way.opensSession).map(({ id }) => id);
export type SessionWay = (typeof SESSION_WAYS)[number];

const AFTER_PASSWORD = WAYS.filter((way) => way.afterPassword !== null);
/** What followed the password: nothing, a second step, or none because the computer is trusted. */
export const SECOND_STEPS = ['none', ...AFTER_PASSWORD.map(({ id }) => id), 'trusted'] as const;
export type SecondStepTaken = (typeof SECOND_STEPS)[number];

/** What is taken in place of a second factor. */
export const SPARES: readonly string[] = WAYS.filter((way) => way.afterPassword === 'spare').map(
  ({ id }) => id,
);

/** Fields of a form of which one is filled: the answers of all ways, or of those that follow the password. */
export const ANSWERS = answersOf(WAYS);
export const ANSWERS_AFTER_PASSWORD = answersOf(AFTER_PASSWORD);

function answersOf(ways: readonly Way[]): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    ways.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer.optional()]])),
  );
}

/** For the forms: whether exactly one way answers. */
export function hasOneAnswer(form: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(ANSWERS).filter((id) => form[id] !== undefined).length === 1;
}

const listed: readonly Way[] = WAYS;

/** A way by its id; undefined for one that a newer version knows. */
export function wayOf(id: string): Way | undefined {
  return listed.find((way) => way.id === id);
}

/** Whether one of these ways is a second factor. */
export function hasFactor(ids: readonly string[]): boolean {
  return ids.some((id) => wayOf(id)?.afterPassword === 'factor');
}

/** The way of these that a second step begins with: what is typed comes first, as the password did. */
export function firstAfterPassword(ids: readonly string[]): Way | undefined {
  const ways = ids.flatMap((id) => wayOf(id) ?? []);
  return ways.find(({ field }) => field !== null) ?? ways[0];
}

/** What the sign-in answers that waits for one of these as its second step. */
export function askedBy(ids: readonly string[]): string {
  return firstAfterPassword(ids)?.asked ?? '';
}

/** Whether somebody signed in, or can, at another site: then its name is noted in place of the id of a way. */
export function isSignInElsewhere(entry: string): boolean {
  return wayOf(entry)?.isElsewhere ?? true;
}
