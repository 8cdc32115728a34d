import { Malformed } from './bytes.ts';

/** The file contains programs or other files that cannot be removed without breaking it. */
export class ActiveContent extends Malformed {
  override readonly name = 'ActiveContent';
}
