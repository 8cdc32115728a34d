import type { z } from 'zod';

/** A way in which people show who they are. Forms, checks, lists and the sign-in log derive from the list of all ways. */
export interface Way {
  /** As in calls, columns and the log. */
  readonly id: string;
  readonly words: WayWords;
  /** Whether it opens a session by itself. */
  readonly opensSession: boolean;
  /** After the password: a `factor` is asked of everybody who has it, a `spare` is taken in its place. Null: neither. */
  readonly afterPassword: 'factor' | 'spare' | null;
  /** Whether another site asks who it is, which it may not do each time: such a session is shorter. */
  readonly isElsewhere: boolean;
  /** What the calls that take several ways expect of this one; null: it has calls of its own. */
  readonly answer: z.ZodType | null;
  /** Where the answer is typed; null: it is not. */
  readonly field: WayField | null;
  /** What the log-in answers that waits for it as its second step. */
  readonly asked: string;
}

interface WayWords {
  /** In lists of what somebody signs in with. */
  readonly name: string;
  /** In sentences: 'a passkey'. */
  readonly one: string;
  /** On the button that changes to it. */
  readonly use: string;
  /** What of it may not be at hand: 'app'. */
  readonly held?: string;
}

interface WayField {
  readonly kind: 'password' | 'code' | 'text';
  readonly label: string;
  readonly description?: string;
  /** As the second step of a log-in, for those that follow the password. */
  readonly step?: {
    readonly title: string;
    readonly lead: string;
    readonly label: string;
    /** On the button that comes back to it. */
    readonly back: string;
  };
}
