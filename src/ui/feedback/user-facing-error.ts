/** A failure whose message is a sentence for the person in front of the screen. */
export class UserFacingError extends Error {}
