import type { MailNotSent } from '#server/platform/mail/failure.ts';
import type { RefusalAbout } from '#server/platform/mail/refusal.ts';

/** Refusals that are not about one recipient: whoever is next would be refused as well, so nobody is tried. */

/** So many newsletters refused and none taken: it is the newsletter. */
const MESSAGES_MOST = 20;
/** So many refused in a row: one receiver may take us for a spammer, but hardly three. */
const IN_A_ROW_MOST = 3;

/** What all would be refused for, and the last refusal. */
export interface OfAll {
  readonly about: 'message' | 'sender' | 'quota' | 'reputation';
  readonly failure: MailNotSent;
  /** Whether it is so for certain; otherwise only if no mail of the delivery was ever taken. */
  readonly isCertain: boolean;
}

/** Those of a batch. */
export class Refusals {
  #taken = 0;
  #messages = 0;
  #inARow = 0;
  #ofAll: OfAll | null = null;

  /** A mail was taken. */
  taken(): void {
    this.#taken += 1;
    this.#inARow = 0;
    if (this.#ofAll?.isCertain === false) this.#ofAll = null;
  }

  /** A mail was refused. */
  add(failure: MailNotSent): void {
    if (this.#ofAll?.isCertain) return;
    const about = ourPart(failure);
    if (about === null) return;
    this.#messages += 1;
    this.#inARow = about === 'message' ? 0 : this.#inARow + 1;
    const isMessage = this.#messages >= MESSAGES_MOST && this.#taken === 0;
    const isCertain = about === 'quota' || isMessage || this.#inARow >= IN_A_ROW_MOST;
    if (isCertain || (about !== 'message' && this.#taken === 0)) this.#ofAll = { about, failure, isCertain };
  }

  /** Null while the next may be taken. */
  get ofAll(): OfAll | null {
    return this.#ofAll;
  }

  /** Whether nobody else is to be tried. */
  get isOfAll(): boolean {
    return this.#ofAll?.isCertain === true;
  }
}

// A final answer without a reason is of this mail, as far as we know.
function ourPart({ blame, permanent }: MailNotSent): OfAll['about'] | null {
  if (blame === 'quota') return 'quota';
  if (!permanent) return null;
  if (blame === 'sender' || blame === 'reputation') return blame;
  return isOfMail(blame) ? 'message' : null;
}

function isOfMail(blame: RefusalAbout | 'server'): boolean {
  return blame === 'message' || blame === 'unclear' || blame === 'mailbox';
}
