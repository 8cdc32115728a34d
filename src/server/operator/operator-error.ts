/** An error that an operator can fix, in one sentence. */
export class OperatorError extends Error {}
