/** A school that the operator has suspended. Its staff can read and download everything, but nothing new goes out. */

/** `error_code` of the 403 for calls that a suspended school may not make. */
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
