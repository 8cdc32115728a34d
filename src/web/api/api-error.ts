import type { ErrorBody } from '#contract/errors.ts';
import { UserFacingError } from '#ui/feedback/user-facing-error.ts';

/** A failed call. Status 0 means that there was no answer (no network, or the server is down). */
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

/** Whether an error is an `ApiError` with one of these statuses; without statuses, with any. */
export function isApiError(error: unknown, ...statuses: readonly number[]): error is ApiError {
  return error instanceof ApiError && (statuses.length === 0 || statuses.includes(error.status));
}
