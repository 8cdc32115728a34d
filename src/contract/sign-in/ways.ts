import type { z } from 'zod';
import { WAYS } from '#contract/sign-in/ways/list.ts';
import type { Way } from '#contract/sign-in/ways/way.ts';

/** Values derived from the list of ways to sign in. */

/** The ways that open a session. */
export const SESSION_WAYS = WAYS.filter((way) => way.opensSession).map(({ id }) => id);
export type SessionWay = (typeof SESSION_WAYS)[number];

/** The ways in which another site identifies the person. */
export const WAYS_ELSEWHERE: readonly SessionWay[] = WAYS.filter((way) => way.isElsewhere).map(
  ({ id }) => id,
);

const AFTER_PASSWORD = WAYS.filter((way) => way.afterPassword !== null);
/** The step after the password: none, one of these ways, or none because the computer is trusted. */
export const SECOND_STEPS = ['none', ...AFTER_PASSWORD.map(({ id }) => id), 'trusted'] as const;
export type SecondStepTaken = (typeof SECOND_STEPS)[number];

/** The ways that are accepted in place of a second factor. */
export const SPARES: readonly string[] = WAYS.filter((way) => way.afterPassword === 'spare').map(
  ({ id }) => id,
);

/** The form fields for the answers of all ways, and of those that follow the password. Exactly one of them is filled. */
export const ANSWERS = answersOf(WAYS);
export const ANSWERS_AFTER_PASSWORD = answersOf(AFTER_PASSWORD);

function answersOf(ways: readonly Way[]): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    ways.flatMap(({ id, answer }) => (answer === null ? [] : [[id, answer.optional()]])),
  );
}

/** Whether exactly one way is answered in a form. */
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

/** The way with which a second step begins: one that is typed comes first, as the password was typed too. */
export function firstAfterPassword(ids: readonly string[]): Way | undefined {
  const ways = ids.flatMap((id) => wayOf(id) ?? []);
  return ways.find(({ field }) => field !== null) ?? ways[0];
}

/** The message of a log-in that waits for one of these ways as its second step. */
export function askedBy(ids: readonly string[]): string {
  return firstAfterPassword(ids)?.asked ?? '';
}

/** Whether an entry is a sign-in at another site: then it holds the site's name in place of a way's id. */
export function isSignInElsewhere(entry: string): boolean {
  return wayOf(entry)?.isElsewhere ?? true;
}
