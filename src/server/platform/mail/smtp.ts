import { createTransport } from 'nodemailer';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { failureOf } from './failure.ts';
import type { Mail, MailPort } from './mail.ts';
import { messageOf, type Sender } from './message.ts';
import { signMails } from './signature.ts';

/** Time limits, in milliseconds. */
export interface MailTimeouts {
  readonly connectMs: number;
  /** The longest silence of a server. */
  readonly silenceMs: number;
  /** The longest time for one mail, since a server that trickles its answers is never silent. */
  readonly mailMs: number;
}

const DEFAULT_TIMEOUTS = { connectMs: 10_000, silenceMs: 30_000, mailMs: 90_000 };
const CONNECTIONS = 5;

/** Sends mails by SMTP. Throws `MailNotSent` if the server does not accept one. */
export class SmtpMail implements MailPort {
  readonly #sender: Sender;
  readonly #transport;
  readonly #timeouts: MailTimeouts;
  /** The result of verifying the login; null before the first time and after a server error. */
  #verified: Promise<unknown> | null = null;
  /** The state of mails in progress, by Message-ID: `handed over` means that the server has the whole mail but has not answered yet. */
  readonly #underWay = new Map<string, 'begun' | 'handed over'>();

  constructor(url: string, sender: Sender, perMinute?: number, timeouts: MailTimeouts = DEFAULT_TIMEOUTS) {
    this.#sender = sender;
    this.#timeouts = timeouts;
    const { hostname, port, protocol, username, password } = new URL(url);
    const secure = protocol === 'smtps:';
    const host = hostname.replace(/^\[|\]$/g, '');
    this.#transport = createTransport({
      pool: true,
      host,
      port: Number(port) || (secure ? 465 : 587),
      secure,
      // A password must not cross a network unencrypted. Without one, TLS is used if the server offers it.
      requireTLS: !secure && username !== '' && !isLoopback(host),
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      maxConnections: CONNECTIONS,
      // The library would retry at once and without reporting it.
      maxRequeues: 0,
      connectionTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.connectMs,
      socketTimeout: timeouts.silenceMs,
      ...(perMinute !== undefined && { rateLimit: perMinute, rateDelta: MINUTE_MS }),
    });
    signMails(this.#transport, sender);
    this.#transport.use('stream', ({ message, data: { messageId = '' } }, done) => {
      message?.processFunc((input) =>
        input.once('end', () => {
          // A mail that took too long is no longer in progress.
          if (this.#underWay.has(messageId)) this.#underWay.set(messageId, 'handed over');
        }),
      );
      done();
    });
  }

  // Verifies with one connection before opening more: many wrong passwords at once could lock the account.
  async check(): Promise<void> {
    this.#verified ??= this.#withTimeout(() => this.#transport.verify());
    await this.#verified;
  }

  async send(mail: Mail): Promise<string> {
    const message = messageOf(mail, this.#sender);
    await this.check();
    const { messageId = '' } = message;
    this.#underWay.set(messageId, 'begun');
    try {
      const sending = (signal: AbortSignal) => this.#transport.sendMail({ ...message, signal });
      return (await this.#withTimeout(sending, messageId)).response;
    } finally {
      this.#underWay.delete(messageId);
    }
  }

  /** Runs work with a time limit. `messageId`: the mail that it sends, if any. Throws `MailNotSent`. */
  async #withTimeout<T>(work: (signal: AbortSignal) => Promise<T>, messageId = ''): Promise<T> {
    // Not `AbortSignal.timeout`, which would keep each mail in memory until the timeout.
    const limit = new AbortController();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      limit.abort();
      late.reject(new Error('Took too long'));
    }, this.#timeouts.mailMs);
    try {
      return await Promise.race([work(limit.signal), late.promise]);
    } catch (error) {
      const failure = failureOf(error, this.#underWay.get(messageId) === 'handed over');
      if (failure.blame === 'server') this.#verified = null;
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  async forget(): Promise<void> {
    // No copies are stored.
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}
