import { Malformed } from './bytes.ts';

/** The file holds programs, or other files, that cannot be taken out without breaking it. */
export class ActiveContent extends Malformed {
  override readonly name = 'ActiveContent';
}
