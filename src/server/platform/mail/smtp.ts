import { createTransport } from 'nodemailer';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { failureOf } from './failure.ts';
import type { Mail, MailPort } from './mail.ts';
import { messageOf, type Sender } from './message.ts';

/** For how long a server is waited for, in milliseconds. */
export interface Patience {
  readonly connectMs: number;
  /** One that says nothing for this long has hung: the job tries again later. */
  readonly silenceMs: number;
  /** One that trickles its answers is never silent. */
  readonly mailMs: number;
}

const PATIENCE = { connectMs: 10_000, silenceMs: 30_000, mailMs: 90_000 };
const CONNECTIONS = 5;

/** Sends mails by SMTP. Throws `MailNotTaken` when the server did not take one. */
export class SmtpMail implements MailPort {
  readonly #sender: Sender;
  readonly #transport;
  readonly #patience: Patience;
  /** Whether the server lets us in; null before the first time and after any trouble. */
  #ready: Promise<void> | null = null;

  constructor(url: string, sender: Sender, perMinute?: number, patience: Patience = PATIENCE) {
    this.#sender = sender;
    this.#patience = patience;
    const { hostname, port, protocol, username, password } = new URL(url);
    const secure = protocol === 'smtps:';
    const host = hostname.replace(/^\[|\]$/g, '');
    this.#transport = createTransport({
      pool: true,
      host,
      port: Number(port) || (secure ? 465 : 587),
      secure,
      // A password crosses no network in the clear; without one, TLS is used wherever the server offers it.
      requireTLS: !secure && username !== '' && !isLoopback(host),
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      maxConnections: CONNECTIONS,
      // The library's own second try would come at once and be known to nobody.
      maxRequeues: 0,
      connectionTimeout: patience.connectMs,
      greetingTimeout: patience.connectMs,
      socketTimeout: patience.silenceMs,
      ...(perMinute !== undefined && { rateLimit: perMinute, rateDelta: MINUTE_MS }),
    });
  }

  // One connection tries before many are opened: ten wrong passwords at once look like an attack and lock the account.
  async check(): Promise<void> {
    this.#ready ??= this.#within(() => this.#transport.verify());
    await this.#ready;
  }

  async send(mail: Mail): Promise<void> {
    const message = messageOf(mail, this.#sender);
    await this.check();
    await this.#within((signal) => this.#transport.sendMail({ ...message, signal }));
  }

  /** Does something with the server, for as long as one mail may take. Throws `MailNotTaken`. */
  async #within(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    // Not `AbortSignal.timeout`, which would keep each mail in memory until its time is over.
    const limit = new AbortController();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      limit.abort();
      late.reject(new Error('Took too long'));
    }, this.#patience.mailMs);
    try {
      await Promise.race([work(limit.signal), late.promise]);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.blame === 'server') this.#ready = null;
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  async forget(): Promise<void> {
    // What was sent is with its recipients; nothing stays here.
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}
