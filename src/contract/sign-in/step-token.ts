import { z } from 'zod';

/** The error message for a call of the second step without the token from the answer to the password. */
const NO_STEP = 'Please log in with your password first: the answer has the token of this step';

/** The token of a second step, from the answer to the password. It is opaque, so only its length is checked. */
export const stepToken = z.string(NO_STEP).min(1, NO_STEP).max(200, NO_STEP);
