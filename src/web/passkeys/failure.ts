import { toast } from '#ui/feedback/toast.ts';
import { UserFacingError } from '#ui/feedback/user-facing-error.ts';

/** A device gave no passkey; the message tells its person why. */
export class PasskeyFailure extends UserFacingError {}

/** Shows why the device gave no passkey. The call itself shows a refusal by the server. */
export function showPasskeyFailure(error: unknown): void {
  if (error instanceof PasskeyFailure) toast.error(error.message);
}
