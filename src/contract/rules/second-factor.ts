/** A school's rule about who has to sign in with a second factor. */

export const SECOND_FACTOR_RULES = ['nobody', 'owners_and_admins', 'everybody'] as const;
