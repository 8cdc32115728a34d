import type { ErrorBody } from '#contract/errors.ts';
import { UserFacingError } from '#ui/feedback/user-facing-error.ts';

/** A call that did not succeed. Status 0: no answer at all (no network, a server that is away). */
export class ApiError extends UserFacingError {
  readonly status: number;
  readonly body: ErrorBody;
  /** From `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.error_message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** Whether something thrown is a call's failure with one of these statuses (with none given: with any). */
export function isApiError(error: unknown, ...statuses: readonly number[]): error is ApiError {
  return error instanceof ApiError && (statuses.length === 0 || statuses.includes(error.status));
}
