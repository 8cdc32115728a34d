import type { z } from 'zod';

/**
 * A way for people to prove their identity. Forms, checks, lists and the sign-in log derive from the list of all ways. Setting it up
 * and removing it do not (calls, mails, actions in the school's log, a row of its own in the settings), nor do sentences that name
 * ways, such as `TWO_STEP_MESSAGES.factorInstead`.
 */
export interface Way {
  /** The id in calls, columns and the log. */
  readonly id: string;
  readonly words: WayWords;
  /** Whether it opens a session by itself, with calls and a screen of its own. */
  readonly opensSession: boolean;
  /** After the password: a `factor` is required of everybody who has one, a `spare` is accepted in its place. Null: neither. */
  readonly afterPassword: 'factor' | 'spare' | null;
  /** Whether another site identifies the person, possibly without asking each time: such a session is shorter. */
  readonly isElsewhere: boolean;
  /** The schema of its answer in calls that take several ways; null: it has calls of its own. */
  readonly answer: z.ZodType | null;
  /** The field in which the answer is typed; null: it is not typed. */
  readonly field: WayField | null;
  /** The message of a log-in that waits for it as its second step. */
  readonly asked: string;
}

interface WayWords {
  /** In lists of ways to sign in. */
  readonly name: string;
  /** In sentences: 'a passkey'. */
  readonly one: string;
  /** On the button that switches to it. */
  readonly use: string;
  /** The device that may not be at hand: 'app'. */
  readonly held?: string;
}

interface WayField {
  readonly kind: 'password' | 'code' | 'text';
  readonly label: string;
  readonly description?: string;
  /** The form of a log-in's second step, for ways that follow the password. */
  readonly step?: {
    readonly title: string;
    readonly lead: string;
    readonly label: string;
    /** On the button that returns to it. */
    readonly back: string;
  };
}
