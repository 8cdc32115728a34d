import { z } from 'zod';
import { timestamp } from '#contract/resource.ts';

/** How the next issue of a rhythm stands. Apart from its calls, which only its screen needs. */

/** Why no draft is made: see `RHYTHM_TROUBLE_WORDS`. */
export const RHYTHM_TROUBLES = ['closed', 'suspended', 'plan_ended', 'no_newsletter', 'late'] as const;
export const rhythmTrouble = z.enum(RHYTHM_TROUBLES);
export type RhythmTrouble = z.infer<typeof rhythmTrouble>;
/** Each as a sentence for staff. */
export const RHYTHM_TROUBLE_WORDS = {
  closed: 'The school is closed',
  suspended: 'The school is suspended',
  plan_ended: 'Your school’s plan has ended by then',
  no_newsletter: 'The newsletter that it goes on from has been deleted',
  late: 'Its time had passed before the draft could be made',
} as const satisfies Readonly<Record<RhythmTrouble, string>>;

/** What became of an issue. */
export const issueOutcome = z.object({
  /** A day in the school's time zone. */
  day: z.string(),
  is_made: z.boolean(),
  /** Its newsletter; null before it is made, and once it is deleted. */
  newsletter: z.object({ id: z.uuid(), title: z.string(), is_published: z.boolean() }).nullable(),
  /** Why there is no draft, or will be none as things are. */
  trouble: rhythmTrouble.nullable(),
});
export type IssueOutcome = z.infer<typeof issueOutcome>;

export const issueState = issueOutcome.extend({
  /** When it is wanted. */
  at: timestamp,
  /** When its draft is made, or was. */
  draft_at: timestamp,
});
export type IssueState = z.infer<typeof issueState>;

/** What the dashboard shows of a rhythm that is on. `next` is null once the term dates have ended. */
export const nextIssueState = z.object({ next: issueState.nullable() });
