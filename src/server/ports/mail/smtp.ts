import { createTransport } from 'nodemailer';
import type { Mail, MailPort } from './mail.ts';
import { messageOf, type Sender } from './message.ts';

const CONNECT_TIMEOUT_MS = 10_000;
// A server that says nothing for this long has hung: the job tries again later.
const SILENCE_TIMEOUT_MS = 30_000;
const CONNECTIONS = 2;
const MINUTE_MS = 60_000;

/** Sends mails by SMTP. Throws when the server did not take one. */
export class SmtpMail implements MailPort {
  readonly #sender: Sender;
  readonly #transport;

  constructor(url: string, sender: Sender, perMinute?: number) {
    this.#sender = sender;
    const { hostname, port, protocol, username, password } = new URL(url);
    const secure = protocol === 'smtps:';
    this.#transport = createTransport({
      pool: true,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      ...(perMinute !== undefined && { rateLimit: perMinute, rateDelta: MINUTE_MS }),
    });
  }

  async send(mail: Mail): Promise<void> {
    await this.#transport.sendMail(messageOf(mail, this.#sender));
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}
