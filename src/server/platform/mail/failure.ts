/**
 * What is wrong with our own mail server: it cannot be reached or does not answer; it does not let us in; its certificate
 * cannot be trusted; it does not encrypt; it does not let us send by the address that mails come from. Only the first
 * ends by itself.
 */
export type ServerTrouble = 'connection' | 'login' | 'certificate' | 'encryption' | 'sender';

// For the log: what whoever runs the program looks at.
const WORDS = {
  connection: 'The mail server of SMTP_URL cannot be reached or does not answer',
  login: 'The mail server does not accept the user name and password in SMTP_URL',
  certificate: "The mail server's certificate cannot be trusted",
  encryption: 'The mail server offers no encrypted connection (smtps:// is for port 465, smtp:// for 587)',
  sender: 'The mail server does not let MAIL_FROM send',
} as const satisfies Record<ServerTrouble, string>;

/**
 * A mail was not taken, and whose fault that was.
 * - `address`: the receiving side says that there is no such mailbox, or not just now.
 * - `mail`: it refuses this mail, whoever it is for.
 * - `server`: our own mail server, see `trouble`. Perhaps it took the mail all the same.
 */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
  readonly blame: 'address' | 'mail' | 'server';
  /** Whether it is in vain to try this mail again. */
  readonly permanent: boolean;
  /** Null unless it is the server's fault. */
  readonly trouble: ServerTrouble | null;
  // Private, and without what the library threw: both may hold the address, which is not to stand in a log.
  readonly #response: string;

  constructor({ blame, permanent, trouble, response, where }: Failure) {
    super(trouble === null ? `The mail was not taken: ${where}` : `${WORDS[trouble]} (${where})`);
    this.blame = blame;
    this.permanent = permanent;
    this.trouble = trouble;
    this.#response = response;
  }

  /** What the server said, one line. */
  get response(): string {
    return this.#response;
  }
}

/** `where`: at what step, with which code, and what was said there where that cannot hold a recipient's address. */
interface Failure extends Pick<MailNotTaken, 'blame' | 'permanent' | 'trouble' | 'response'> {
  readonly where: string;
}

const RESPONSE_MAX = 300;

/** Reads what the mail library throws by the codes of RFC 5321 and RFC 3463. */
export function failureOf(error: unknown): MailNotTaken {
  const parts = partsOf(error);
  const { name, code, command } = parts;
  const response = wordsOf(error, parts);
  const step = `${code || name} ${command}`.trim();
  const failure = (blame: 'address' | 'mail', permanent: boolean) =>
    new MailNotTaken({ blame, permanent, trouble: null, response, where: step });
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  // A mail that is longer than the server takes: it says so already here.
  if (command === 'MAIL FROM' && (code === 552 || name === 'EMESSAGE')) return failure('mail', true);
  // 421: the server is about to close. At the greeting, log-in or sender it is about us and not about the recipient.
  if (code < 400 || code === 421 || !isAboutMail) {
    const where = isAboutMail ? step : `${step}: ${response}`;
    return new MailNotTaken({
      blame: 'server',
      permanent: false,
      trouble: troubleOf(parts),
      response,
      where,
    });
  }
  if (code < 500) return failure('address', false);
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response)?.map(Number) ?? [];
  if (subject === undefined || detail === undefined) return byCode(code, command, failure);
  if (subject === 1 || (subject === 2 && detail === 1)) return failure('address', true);
  // A full mailbox may be emptied.
  if (subject === 2 && detail === 2) return failure('address', false);
  return code === 550 && subject !== 7 && subject !== 6 ? failure('address', true) : failure('mail', true);
}

function byCode(
  code: number,
  command: string,
  failure: (blame: 'address' | 'mail', permanent: boolean) => MailNotTaken,
): MailNotTaken {
  if (code === 552 && command === 'RCPT TO') return failure('address', false);
  return code === 550 || code === 551 || code === 553 ? failure('address', true) : failure('mail', true);
}

// The names that Node and OpenSSL have for what is wrong with a certificate.
const CERTIFICATE = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(CA|PURPOSE)$|CRL|^PATH_LENGTH/;
const NOT_TLS = /^(ERR_SSL_|EPROTO$)/;
const LOGIN_NAMES = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2']);
/** Authentication required, at any step. */
const LOGIN_WANTED = 530;

function troubleOf({ name, code, command, cause }: Parts): ServerTrouble {
  // 4xx: it says itself that it is not for good.
  if (code >= 400 && code < 500) return 'connection';
  if (CERTIFICATE.test(cause)) return 'certificate';
  if (NOT_TLS.test(cause) || (name === 'ETLS' && command === 'STARTTLS')) return 'encryption';
  if (LOGIN_NAMES.has(name) || code === LOGIN_WANTED) return 'login';
  return command === 'MAIL FROM' && code >= 500 ? 'sender' : 'connection';
}

interface Parts {
  readonly name: string;
  readonly code: number;
  readonly command: string;
  readonly response: string;
  /** The system's own code, as `ECONNREFUSED`. */
  readonly cause: string;
}

function wordsOf(error: unknown, { response }: Parts): string {
  const words = response || (error instanceof Error ? error.message : '');
  return words
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, RESPONSE_MAX);
}

function partsOf(error: unknown): Parts {
  const of: object = typeof error === 'object' && error !== null ? error : {};
  return {
    name: 'code' in of ? String(of.code) : 'unknown',
    code: 'responseCode' in of ? Number(of.responseCode) : 0,
    command: 'command' in of ? String(of.command) : '',
    response: 'response' in of && typeof of.response === 'string' ? of.response : '',
    cause: 'originalCode' in of ? String(of.originalCode) : '',
  };
}
