/** By what people prove again who they are, the easiest first. By itself: every page knows them, but not how to use them. */
export const CONFIRM_WAYS = ['passkey', 'code', 'recovery_code', 'password', 'provider'] as const;
export type ConfirmWay = (typeof CONFIRM_WAYS)[number];
