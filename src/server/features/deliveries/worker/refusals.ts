import type { MailNotSent } from '#server/platform/mail/failure.ts';
import type { RefusalAbout } from '#server/platform/mail/refusal.ts';

/** Refusals that do not concern one recipient: the next would be refused as well, so nobody is tried. */

/** With this many mails refused and none accepted, the newsletter is at fault. */
const MESSAGES_MOST = 20;
/** Refusals in a row that count as certain: one receiver may take us for a spammer, but hardly three. */
const IN_A_ROW_MOST = 3;

/** The reason why all would be refused, and the last refusal. */
export interface OfAll {
  readonly about: 'message' | 'sender' | 'quota' | 'reputation';
  readonly failure: MailNotSent;
  /** Whether it is certain; otherwise it holds only while no mail of the delivery has been accepted. */
  readonly isCertain: boolean;
}

/** The refusals of a batch. */
export class Refusals {
  #taken = 0;
  #messages = 0;
  #inARow = 0;
  #ofAll: OfAll | null = null;

  /** Counts an accepted mail. */
  taken(): void {
    this.#taken += 1;
    this.#inARow = 0;
    if (this.#ofAll?.isCertain === false) this.#ofAll = null;
  }

  /** Counts a refused mail. */
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

  /** The reason why all would be refused; null while the next mail may be accepted. */
  get ofAll(): OfAll | null {
    return this.#ofAll;
  }

  /** Whether nobody else should be tried. */
  get isOfAll(): boolean {
    return this.#ofAll?.isCertain === true;
  }
}

// A permanent refusal without a reason concerns this mail, as far as we know.
function ourPart({ blame, permanent }: MailNotSent): OfAll['about'] | null {
  if (blame === 'quota') return 'quota';
  if (!permanent) return null;
  if (blame === 'sender' || blame === 'reputation') return blame;
  return isOfMail(blame) ? 'message' : null;
}

function isOfMail(blame: RefusalAbout | 'server'): boolean {
  return blame === 'message' || blame === 'unclear' || blame === 'mailbox';
}
