import { z } from 'zod';
import { timestamp } from '#contract/resource.ts';

/** A planned change of a newsletter. It is separate from the timing calls, which fewer screens need. */

export const TIMING_KINDS = ['publish', 'unpublish'] as const;
export type TimingKind = (typeof TIMING_KINDS)[number];

/** `planned` waits for its time. `held` could not happen then, and waits for a person. `done` and `canceled` are final. */
export const TIMING_STATUSES = ['planned', 'held', 'done', 'canceled'] as const;

/** The next open timing of a newsletter, as shown in lists. */
export const timingState = z.object({
  kind: z.enum(TIMING_KINDS),
  status: z.enum(TIMING_STATUSES),
  at: timestamp,
  /** Whether it is also sent to the families then. */
  sends: z.boolean(),
});
export type TimingState = z.infer<typeof timingState>;
