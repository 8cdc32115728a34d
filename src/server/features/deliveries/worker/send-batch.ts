import { HOUR_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { MailNotSent, type MailServerTrouble } from '#server/platform/mail/failure.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { type Receiver, receiverAt } from '#server/platform/mail/receivers.ts';
import { asksToSlowDown, quotaWait } from '#server/platform/mail/refusal.ts';
import { returnToBudget, takeFromBudget } from './budget.ts';
import { mailMaker } from './mail.ts';
import type { VariantMails } from './mail-source.ts';
import { OutcomeWriter } from './outcome-writer.ts';
import type { Outcome } from './outcomes.ts';
import { countBounce, type Day, returnToQuota, takeFromQuota } from './quota.ts';
import { type Claimed, claimRecipients, releaseClaims, renewClaims } from './recipient-claims.ts';
import { type OfAll, Refusals } from './refusals.ts';
import { isGivenUp, recipientDelay, serverDelay } from './retry.ts';
import { forgetReceiver, holdReceiver, listSlowReceivers, putOff } from './slow-receivers.ts';

/** One batch of sending: a few seconds, then the next job runs, perhaps of another delivery or process. */

// Short, so that deliveries take turns and a stopping server need not wait.
const BATCH_MS = 3000;
/** Twice what the mail port sends in parallel, so that the next mails are ready. */
const CONCURRENCY = 10;
/** Outcomes in one transaction; the other senders keep the connections busy meanwhile. */
const OUTCOME_GROUP = 7;
// A claimed recipient still gets the mail after unsubscribing, so claims cover about as much as is sent in this time.
const CLAIM_AHEAD_MS = 200;
const CLAIM_MOST = 60;
// Longer than a live process ever takes to renew; a dead process's claims are free after it.
export const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
// One broken connection says little about the server.
const TROUBLES_MOST = 3;
// How often a family may get the same newsletter from a server that accepts it without confirming.
const UNCONFIRMED_MOST = 3;
// After an outage, the mails are due again together with the delivery.
const OUTAGE_MS = serverDelay(1);
/** The result of a batch. */
export interface BatchResult {
  readonly sent: number;
  /** The refusal that the rest would meet, too. */
  readonly refusal: OfAll | null;
  /** Trouble with our own mail server, and the error thrown. */
  readonly trouble: { readonly kind: MailServerTrouble; readonly error: unknown } | null;
  /** Until when MAIL_PER_MINUTE or MAIL_WARM_UP is used up. */
  readonly waitUntil: Date | null;
  /** The school's day, if its quota is used up. */
  readonly spent: Day | null;
  /** A receiver that takes no more for a time, and until when. */
  readonly slow: { readonly name: string; readonly until: Date } | null;
}

/** The sending process, the school's daily quota, and the source of mails with blocks for groups. */
export interface SendingProcess {
  readonly by: string;
  readonly perDay: number;
  readonly variants: VariantMails;
}

/**
 * Sends to due recipients until there are none, time is up, or the mail server is in trouble. Calls `onMore` once, early, if there is more
 * to do than one claim: another process may help.
 */
export async function sendBatch(
  context: AppContext,
  delivery: Delivery,
  sender: SendingProcess,
  onMore: () => Promise<void>,
): Promise<BatchResult> {
  return await new BatchSender(context, delivery, sender, onMore).run();
}

class BatchSender {
  readonly #context: AppContext;
  readonly #delivery: Delivery;
  readonly #by: string;
  readonly #variants: VariantMails;
  readonly #perDay: number;
  readonly #outcomes: OutcomeWriter;
  #onMore: (() => Promise<void>) | null;
  /** Counted from the first mail: otherwise a machine that takes longer to prepare it would never send one. */
  #end: number | null = null;
  /** Claimed and not yet being sent to. */
  #ready: Claimed[] = [];
  /** Claimed, until the outcome is written. */
  readonly #claimed = new Set<number>();
  #claiming: Promise<void> | null = null;
  #claimSize = CONCURRENCY;
  #lastClaim = performance.now();
  #isExhausted = false;
  #sent = 0;
  readonly #refusals = new Refusals();
  #troubles = 0;
  #trouble: BatchResult['trouble'] = null;
  #waitUntil: Date | null = null;
  /** The school's day at the last claim. */
  #day: Day | null = null;
  /** Receivers that have refused lately, and until when they are held. */
  #slowReceivers = new Map<string, Date>();
  #slow: BatchResult['slow'] = null;
  #fault: { readonly error: unknown } | null = null;

  constructor(context: AppContext, delivery: Delivery, sender: SendingProcess, onMore: () => Promise<void>) {
    const { by, perDay, variants } = sender;
    this.#context = context;
    this.#variants = variants;
    this.#onMore = onMore;
    this.#delivery = delivery;
    this.#by = by;
    this.#perDay = perDay;
    this.#outcomes = new OutcomeWriter(context, delivery, OUTCOME_GROUP);
  }

  async run(): Promise<BatchResult> {
    const mailOf = await mailMaker(this.#context, this.#delivery, this.#variants);
    this.#slowReceivers = await listSlowReceivers(this.#context);
    const renewing = setInterval(() => void this.#renew(), RENEW_MS);
    const sender = async () => {
      for (let next = await this.#next(); next !== null; next = await this.#next()) {
        await this.#send(next, mailOf);
      }
    };
    const senders = Array.from({ length: CONCURRENCY }, () => this.#guard(sender));
    await Promise.all(senders);
    await this.#claiming;
    clearInterval(renewing);
    await this.#guard(() => this.#releaseRest());
    if (this.#fault !== null) throw this.#fault.error;
    return {
      sent: this.#sent,
      refusal: this.#refusals.ofAll,
      trouble: this.#trouble,
      waitUntil: this.#waitUntil,
      spent: this.#day?.mails === 0 ? this.#day : null,
      slow: this.#slow,
    };
  }

  // The first fault ends the batch, after the mails that are being sent.
  async #guard(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      this.#fault ??= { error };
    });
  }

  async #next(): Promise<Claimed | null> {
    while (!this.#isOver()) {
      const next = this.#ready.shift();
      if (this.#ready.length < this.#claimSize / 2 && !this.#isExhausted)
        this.#claiming ??= this.#guard(() => this.#claim());
      if (next !== undefined) {
        this.#end ??= performance.now() + BATCH_MS;
        return next;
      }
      if (this.#claiming === null) return null;
      await this.#claiming;
    }
    return null;
  }

  #isOver(): boolean {
    const isLate = this.#end !== null && performance.now() > this.#end;
    return isLate || this.#refusals.isOfAll || this.#trouble !== null || this.#fault !== null;
  }

  async #claim(): Promise<void> {
    try {
      const { schoolId } = this.#delivery;
      const day = await takeFromQuota(this.#context, schoolId, this.#perDay, this.#claimSize);
      this.#day = day;
      const budget = await takeFromBudget(this.#context, day.mails);
      this.#waitUntil = budget.retryAt;
      const claimed = budget.mails === 0 ? [] : await this.#claimUpTo(budget.mails);
      await returnToBudget(this.#context, budget.mails - claimed.length);
      await returnToQuota(this.#context, schoolId, day.mails - claimed.length);
      for (const { id } of claimed) this.#claimed.add(id);
      this.#ready.push(...claimed);
      this.#isExhausted = claimed.length === 0;
      const isMore = claimed.length === this.#claimSize;
      this.#adjustClaimSize();
      if (isMore) await this.#announceMore();
    } finally {
      this.#claiming = null;
    }
  }

  async #announceMore(): Promise<void> {
    const onMore = this.#onMore;
    this.#onMore = null;
    await onMore?.();
  }

  async #claimUpTo(most: number): Promise<readonly Claimed[]> {
    const now = this.#context.clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const claim = { by: this.#by, now, until, most };
    return (await claimRecipients(this.#context.database, this.#delivery, claim)) ?? [];
  }

  #adjustClaimSize(): void {
    const took = performance.now() - this.#lastClaim;
    this.#lastClaim = performance.now();
    if (took < CLAIM_AHEAD_MS) this.#claimSize = Math.min(CLAIM_MOST, this.#claimSize * 2);
    else if (took > 4 * CLAIM_AHEAD_MS) this.#claimSize = Math.max(1, Math.floor(this.#claimSize / 2));
  }

  async #send(recipient: Claimed, mailOf: Awaited<ReturnType<typeof mailMaker>>): Promise<void> {
    const outcome = (await this.#heldBack(recipient)) ?? (await this.#attempt(recipient, mailOf));
    await this.#outcomes.record(outcome);
    await this.#countInQuota(outcome);
    this.#claimed.delete(recipient.id);
  }

  /** The outcome for a recipient whose receiver is held; null if it is not. */
  async #heldBack({ id, email }: Claimed): Promise<Outcome | null> {
    const receiver = receiverAt(email);
    const until = this.#slowReceivers.get(receiver.name);
    if (until === undefined || until <= this.#context.clock.now()) return null;
    // Postpones them all at once: claiming each of them only to postpone it would take as long as sending.
    if (this.#slow?.name !== receiver.name) await putOff(this.#context, this.#delivery, receiver, until);
    return this.#postpone(id, receiver, until, 'It asked us to send less for a time');
  }

  async #attempt(recipient: Claimed, mailOf: Awaited<ReturnType<typeof mailMaker>>): Promise<Outcome> {
    const mail = await mailOf(recipient);
    const receiver = receiverAt(recipient.email);
    try {
      await this.#handOver(mail);
    } catch (error) {
      const response = error instanceof MailNotSent ? error.response : '';
      if (!asksToSlowDown(response)) return this.#refused(recipient, error);
      const at = this.#context.clock.now();
      if (isGivenUp(recipient.firstTriedAt, at))
        return notDelivered(recipient, { at, reason: 'gave_up', detail: response });
      const until = await holdReceiver(this.#context, this.#delivery, receiver);
      this.#slowReceivers.set(receiver.name, until);
      return this.#postpone(recipient.id, receiver, until, response);
    }
    if (mail !== null) await this.#forgetIfOver(receiver);
    return this.#delivered(recipient);
  }

  // The result of a mail that was being sent when another was refused says nothing about the time after the hold.
  async #forgetIfOver({ name }: Receiver): Promise<void> {
    const until = this.#slowReceivers.get(name);
    if (until === undefined || until > this.#context.clock.now()) return;
    this.#slowReceivers.delete(name);
    await forgetReceiver(this.#context, name);
  }

  #postpone(id: number, { name }: Receiver, dueAt: Date, detail: string): Outcome {
    this.#slow = { name, until: dueAt };
    return { id, kind: 'retry', dueAt, detail, counts: false, mayHaveArrived: false };
  }

  // Without a mail, nothing is left for them, so they are done.
  async #handOver(mail: Mail | null): Promise<void> {
    if (mail !== null) await this.#context.mail.send(mail);
  }

  async #countInQuota(outcome: Outcome): Promise<void> {
    const { schoolId } = this.#delivery;
    if (outcome.kind === 'retry') await returnToQuota(this.#context, schoolId, 1);
    if (outcome.kind === 'failed' && outcome.bounced !== undefined && this.#day !== null)
      await countBounce(this.#context, schoolId, this.#day);
  }

  #delivered({ id }: Claimed): Outcome {
    this.#sent += 1;
    this.#refusals.taken();
    this.#troubles = 0;
    return { id, kind: 'sent', at: this.#context.clock.now() };
  }

  #refused(recipient: Claimed, error: unknown): Outcome {
    const { id, attempts, firstTriedAt, subscriberId, email } = recipient;
    const at = this.#context.clock.now();
    const failure = error instanceof MailNotSent ? error : null;
    const detail = failure?.response ?? 'The mail could not be handed over';
    if (failure?.permanent && failure.blame === 'address')
      return { id, kind: 'failed', at, reason: 'refused', detail, bounced: { subscriberId, email } };
    if (failure !== null) this.#refusals.add(failure);
    if (failure?.blame === 'quota')
      return {
        id,
        kind: 'retry',
        dueAt: new Date(at.getTime() + quotaWait(detail)),
        detail,
        counts: false,
        mayHaveArrived: false,
      };
    if (failure?.permanent && failure.blame !== 'sender')
      return notDelivered(recipient, { at, reason: 'rejected', detail });
    const serverAway = (failure === null || failure.blame === 'server') && this.#isTrouble(error);
    const mayHaveArrived = failure?.mayHaveArrived === true;
    const isLast = isGivenUp(firstTriedAt, at);
    if (mayHaveArrived && (isLast || attempts >= UNCONFIRMED_MOST))
      return { id, kind: 'failed', at, reason: 'unconfirmed', detail };
    if (isLast) return notDelivered(recipient, { at, reason: 'gave_up', detail });
    // A permanent refusal is not retried at once.
    const least = failure?.permanent ? HOUR_MS : 0;
    const isNoAttempt = serverAway && !mayHaveArrived;
    const delay = isNoAttempt ? OUTAGE_MS : Math.max(least, recipientDelay(attempts));
    const dueAt = new Date(at.getTime() + delay);
    return { id, kind: 'retry', dueAt, detail, counts: !isNoAttempt, mayHaveArrived };
  }

  // If other mails are accepted, a broken connection may be due to this one mail.
  #isTrouble(error: unknown): boolean {
    const kind = (error instanceof MailNotSent ? error.trouble : null) ?? 'connection';
    this.#troubles += 1;
    if (kind === 'connection' && this.#sent > 0 && this.#troubles < TROUBLES_MOST) return false;
    this.#trouble ??= { kind, error };
    return true;
  }

  async #renew(): Promise<void> {
    const until = new Date(this.#context.clock.now().getTime() + LEASE_MS);
    const renewing = renewClaims(this.#context.database, this.#delivery, [...this.#claimed], {
      by: this.#by,
      until,
    });
    // While the database is down, nobody else can claim either.
    await renewing.catch(() => undefined);
  }

  async #releaseRest(): Promise<void> {
    const ids = this.#ready.splice(0).map(({ id }) => id);
    await releaseClaims(this.#context.database, this.#delivery, ids, this.#by);
    await returnToBudget(this.#context, ids.length);
    await returnToQuota(this.#context, this.#delivery.schoolId, ids.length);
  }
}

/** The end of a mail that the last try did not deliver: an earlier one may have arrived. */
function notDelivered(
  { id, mayHaveArrived }: Claimed,
  { reason, ...rest }: Pick<Extract<Outcome, { readonly kind: 'failed' }>, 'at' | 'reason' | 'detail'>,
): Outcome {
  return { id, kind: 'failed', reason: mayHaveArrived ? 'unconfirmed' : reason, ...rest };
}
