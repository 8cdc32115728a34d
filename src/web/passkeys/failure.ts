import { toast } from '#ui/feedback/toast.ts';
import { UserFacingError } from '#ui/feedback/user-facing-error.ts';

/** Why a device has given no passkey, in words for its person. */
export class PasskeyFailure extends UserFacingError {}

/** Shows why the device has given no passkey. What the server refuses is shown by the call. */
export function showPasskeyFailure(error: unknown): void {
  if (error instanceof PasskeyFailure) toast.error(error.message);
}
