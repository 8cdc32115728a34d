/**
 * A mail was not taken, and whose fault that was.
 * - `address`: the receiving side says that there is no such mailbox, or not just now.
 * - `mail`: it refuses this mail, whoever it is for.
 * - `server`: our own mail server is away, slow, or does not let us send. Perhaps it took the mail all the same.
 */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
  readonly blame: 'address' | 'mail' | 'server';
  /** Whether trying again is in vain. */
  readonly permanent: boolean;
  // Private, and without what the library threw: both may hold the address, which is not to stand in a log.
  readonly #response: string;

  /** `where` says at what step and with which code. */
  constructor(blame: MailNotTaken['blame'], permanent: boolean, response: string, where: string) {
    super(`The mail was not taken: ${where}`);
    this.blame = blame;
    this.permanent = permanent;
    this.#response = response;
  }

  /** What the server said, one line. */
  get response(): string {
    return this.#response;
  }
}

const RESPONSE_MAX = 300;

/** Reads what the mail library throws by the codes of RFC 5321 and RFC 3463. */
export function failureOf(error: unknown): MailNotTaken {
  const { name, code, command, response } = partsOf(error);
  const words = (response || (error instanceof Error ? error.message : '')).replace(/[\p{Cc}\s]+/gu, ' ');
  const said = words.trim().slice(0, RESPONSE_MAX);
  const failure = (blame: MailNotTaken['blame'], permanent: boolean) =>
    new MailNotTaken(blame, permanent, said, `${code || name} ${command}`.trim());
  // 421: the server is about to close. At the greeting, log-in or sender it is about us and not about the recipient.
  if (code < 400 || code === 421 || !(command === 'RCPT TO' || command === 'DATA'))
    return failure('server', false);
  if (code < 500) return failure('address', false);
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(said)?.map(Number) ?? [];
  if (subject === undefined || detail === undefined) return byCode(code, command, failure);
  if (subject === 1 || (subject === 2 && detail === 1)) return failure('address', true);
  // A full mailbox may be emptied.
  if (subject === 2 && detail === 2) return failure('address', false);
  return code === 550 && subject !== 7 && subject !== 6 ? failure('address', true) : failure('mail', true);
}

function byCode(
  code: number,
  command: string,
  failure: (blame: MailNotTaken['blame'], permanent: boolean) => MailNotTaken,
): MailNotTaken {
  if (code === 552 && command === 'RCPT TO') return failure('address', false);
  return code === 550 || code === 551 || code === 553 ? failure('address', true) : failure('mail', true);
}

function partsOf(error: unknown): { name: string; code: number; command: string; response: string } {
  const of: object = typeof error === 'object' && error !== null ? error : {};
  return {
    name: 'code' in of ? String(of.code) : 'unknown',
    code: 'responseCode' in of ? Number(of.responseCode) : 0,
    command: 'command' in of ? String(of.command) : '',
    response: 'response' in of && typeof of.response === 'string' ? of.response : '',
  };
}
