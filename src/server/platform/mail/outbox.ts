import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import type { Clock } from '#server/platform/clock.ts';
import { syncFolder } from '#server/platform/sync-folder.ts';
import type { Mail, MailPort } from './mail.ts';
import { messageOf, type Sender } from './message.ts';
import { signMails } from './signature.ts';

/** A mail on the outbox page. */
const storedMail = z.object({
  at: z.iso.datetime(),
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});
/** A mail in the outbox. `name` is its file name without `.eml`. */
export type OutboxMail = z.infer<typeof storedMail> & { readonly name: string };

/** The suffix of a file that is being written. */
const PART = '.part';
const NAME = /^[0-9TZ-]{19,24}-[0-9a-f]{12}$/;

/** Writes mails as `.eml` files to a folder instead of sending them. Files are written atomically. */
export class Outbox implements MailPort {
  readonly #folder: string;
  readonly #sender: Sender;
  readonly #clock: Clock;
  readonly #transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(folder: string, sender: Sender, clock: Clock) {
    this.#folder = folder;
    this.#sender = sender;
    this.#clock = clock;
    signMails(this.#transport, sender);
  }

  async send(mail: Mail): Promise<void> {
    const { message } = await this.#transport.sendMail(messageOf(mail, this.#sender));
    const at = this.#clock.now().toISOString();
    const name = `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(6).toString('hex')}`;
    const { to, subject, html, text } = mail;
    await mkdir(this.#folder, { recursive: true });
    // The `.json` for the page comes first, so that every listed mail can be shown.
    await this.#write(`${name}.json`, JSON.stringify({ at, to, subject, html, text }));
    await this.#write(`${name}.eml`, message);
    await syncFolder(this.#folder);
  }

  async check(): Promise<void> {
    // Nothing is sent, and the data folder was checked at start.
  }

  async forget(addresses: readonly string[]): Promise<void> {
    const forgotten = new Set(addresses.map((address) => address.toLowerCase()));
    // A killed process left some without their `.eml`.
    for (const name of await this.#names('.json')) {
      const mail = await this.read(name);
      if (mail === null || !forgotten.has(mail.to.address.toLowerCase())) continue;
      for (const ending of ['json', 'eml'])
        await rm(join(this.#folder, `${name}.${ending}`), { force: true });
    }
    await this.#removeBrokenOff();
  }

  async close(): Promise<void> {
    this.#transport.close();
  }

  /** The names of all mails, newest first. */
  async list(): Promise<readonly string[]> {
    return (await this.#names('.eml')).toSorted().reverse();
  }

  /** Reads a mail; null if there is none with this name. */
  async read(name: string): Promise<OutboxMail | null> {
    if (!NAME.test(name)) return null;
    const json = await readFile(join(this.#folder, `${name}.json`), 'utf8').catch(() => null);
    return json === null ? null : { ...storedMail.parse(JSON.parse(json)), name };
  }

  /** The source of a mail; null if there is none with this name. */
  async source(name: string): Promise<string | null> {
    return NAME.test(name)
      ? await readFile(join(this.#folder, `${name}.eml`), 'utf8').catch(() => null)
      : null;
  }

  async #names(ending: '.eml' | '.json'): Promise<readonly string[]> {
    const files = await readdir(this.#folder).catch(() => []);
    return files
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .filter((name) => NAME.test(name));
  }

  // A killed process leaves half-written files: nobody sees them, and they may contain an address.
  async #removeBrokenOff(): Promise<void> {
    const begun = this.#clock.now().getTime() - HOUR_MS;
    for (const file of await readdir(this.#folder).catch(() => [])) {
      if (!file.endsWith(PART)) continue;
      const path = join(this.#folder, file);
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtimeMs < begun) await rm(path, { force: true });
    }
  }

  async #write(file: string, content: string | Buffer | NodeJS.ReadableStream): Promise<void> {
    const path = join(this.#folder, file);
    const handle = await open(`${path}${PART}`, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${path}${PART}`, path);
  }
}
