import { z } from 'zod';
import { timestamp } from '#contract/resource.ts';

/** The state of a rhythm's next issue. It is separate from the rhythm's calls, which only one screen needs. */

/** The reasons for making no draft: see `RHYTHM_TROUBLE_WORDS`. */
export const RHYTHM_TROUBLES = ['closed', 'suspended', 'plan_ended', 'no_newsletter', 'late'] as const;
export const rhythmTrouble = z.enum(RHYTHM_TROUBLES);
export type RhythmTrouble = z.infer<typeof rhythmTrouble>;
/** The reasons as sentences for staff. */
export const RHYTHM_TROUBLE_WORDS = {
  closed: 'The school is closed',
  suspended: 'The school is suspended',
  plan_ended: 'Your school’s plan has ended by then',
  no_newsletter: 'The newsletter that it goes on from has been deleted',
  late: 'Its time had passed before the draft could be made',
} as const satisfies Readonly<Record<RhythmTrouble, string>>;

/** The outcome of an issue. */
export const issueOutcome = z.object({
  /** A day in the school's time zone. */
  day: z.string(),
  is_made: z.boolean(),
  /** Its newsletter; null before it is made, and once it is deleted. */
  newsletter: z.object({ id: z.uuid(), title: z.string(), is_published: z.boolean() }).nullable(),
  /** Why there is no draft, or will be none unless something changes. */
  trouble: rhythmTrouble.nullable(),
});
export type IssueOutcome = z.infer<typeof issueOutcome>;

export const issueState = issueOutcome.extend({
  /** The time for which it is planned. */
  at: timestamp,
  /** The time at which its draft is or was made. */
  draft_at: timestamp,
});
export type IssueState = z.infer<typeof issueState>;

/** The dashboard's data about a rhythm that is on. `next` is null once the term dates have ended. */
export const nextIssueState = z.object({ next: issueState.nullable() });
