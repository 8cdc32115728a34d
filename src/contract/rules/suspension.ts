/** A school that the operator has suspended. Its staff read and download everything, and nothing new goes out. */

/** `error_code` of the 403 for what a suspended school may not do. */
export const SCHOOL_SUSPENDED = 'school_suspended';

/** The longest reason, in characters. */
export const SUSPENSION_REASON_MAX = 300;

export const SUSPENSION_MESSAGES = {
  banner:
    'You can read and download everything. Until this is settled, nothing can be changed, published or sent.',
} as const;

/** Shown where a suspended school tries to change something. `why` is the operator's reason. */
export function suspendedMessage(why: string): string {
  return `Your school is suspended: ${why}. You can read and download everything, but change, publish and send nothing`;
}
