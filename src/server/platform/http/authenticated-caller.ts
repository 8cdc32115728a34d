import type { SubscriptionStatus } from '#contract/school.ts';
import type { Caller } from './handle.ts';

/** A caller, and what else decides about access. */
export interface AuthenticatedCaller {
  readonly caller: Caller;
  readonly needChangePassword: boolean;
  /** Whether the session has shown a second factor. */
  readonly isStrong: boolean;
  /** Whether the school asks by now for a second factor that the session has not shown. */
  readonly secondFactorDue: boolean;
  /** When the person last proved in this session who they are: by opening it, or when asked again. */
  readonly confirmedAt: Date;
  /** Null without a school. */
  readonly plan: { readonly status: SubscriptionStatus; readonly endsAt: Date | null } | null;
  /** The day on which the caller's closed school will be erased, DD/MM/YYYY; null while it is open. */
  readonly closesOn: string | null;
  /** Why the caller's school is suspended; null while it is not. */
  readonly suspendedFor: string | null;
}
