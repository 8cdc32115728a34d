/** What an operator can put right, in a sentence. */
export class OperatorError extends Error {}
