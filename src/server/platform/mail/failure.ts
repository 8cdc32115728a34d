import { isFullMailbox, type RefusalAbout, refusalOf } from './refusal.ts';

/**
 * Problems of our own mail server: no connection or answer; login rejected; certificate not trusted; no encryption; sender
 * address rejected. Only the first is temporary.
 */
export type MailServerTrouble = 'connection' | 'login' | 'certificate' | 'encryption' | 'sender';

// For the operator, in the log.
const DESCRIPTIONS = {
  connection: 'The mail server of SMTP_URL cannot be reached or does not answer',
  login: 'The mail server does not accept the user name and password in SMTP_URL',
  certificate: "The mail server's certificate cannot be trusted",
  encryption: 'The mail server offers no encrypted connection (smtps:// is for port 465, smtp:// for 587)',
  sender: 'The mail server does not let MAIL_FROM send',
} as const satisfies Record<MailServerTrouble, string>;
const OF_OURS = {
  sender: 'The mail server does not take mails from us',
  quota: 'The mail server takes no more mails for a time, as so many were sent',
  reputation: 'The mail server takes our mails for spam',
} as const satisfies Partial<Record<RefusalAbout, string>>;

/**
 * A mail was not accepted. `blame` says what the refusal is about, or is `server` for a problem of our own mail server
 * (see `trouble`), which may have accepted the mail nevertheless.
 */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  readonly blame: RefusalAbout | 'server';
  /** Whether the server refuses it for good. A full mailbox may be emptied, and a quota ends some time. */
  readonly permanent: boolean;
  /** Null unless `blame` is `server`. */
  readonly trouble: MailServerTrouble | null;
  /** Whether the server got the whole mail, and disconnected before it answered. */
  readonly mayHaveArrived: boolean;
  // Private, and without the library's error as cause: both may contain the address, which must not be logged.
  readonly #response: string;

  constructor({ blame, permanent, trouble, mayHaveArrived = false, response, where }: Failure) {
    super(`${describe(blame, trouble)} (${where})`);
    this.mayHaveArrived = mayHaveArrived;
    this.blame = blame;
    this.permanent = permanent;
    this.trouble = trouble;
    this.#response = response;
  }

  /** The server's response, in one line. */
  get response(): string {
    return this.#response;
  }
}

/** Whether a failed mail would fail at any later time: it was refused because of itself or the address. */
export function isHopeless(error: unknown): boolean {
  return (
    error instanceof MailNotSent &&
    error.permanent &&
    error.blame !== 'server' &&
    error.blame !== 'sender' &&
    error.blame !== 'reputation'
  );
}

/** The end of the message to staff about a stop that only the operator can fix. Metrics recognise such a stop by it. */
export const FOR_OPERATOR = 'Whoever runs this service has to put that right, then go on';

/** `where`: the SMTP command and code, and the response without addresses. */
interface Failure extends Pick<MailNotSent, 'blame' | 'permanent' | 'trouble' | 'response'> {
  readonly mayHaveArrived?: boolean;
  readonly where: string;
}

function describe(blame: MailNotSent['blame'], trouble: MailServerTrouble | null): string {
  if (trouble !== null) return DESCRIPTIONS[trouble];
  return blame === 'sender' || blame === 'quota' || blame === 'reputation'
    ? OF_OURS[blame]
    : 'The mail was not taken';
}

const RESPONSE_MAX = 300;

/** Classifies an error of the mail library, a refusal by its words and codes. `isHandedOver`: the server has the whole mail. */
export function failureOf(error: unknown, isHandedOver = false): MailNotSent {
  const parts = partsOf(error);
  const { name, code, command } = parts;
  const response = responseOf(error, parts);
  const where = `${`${code || name} ${command}`.trim()}: ${maskAddresses(response)}`;
  const refused = (blame: RefusalAbout, permanent: boolean) =>
    new MailNotSent({ blame, permanent, trouble: null, response, where });
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  const { about, isFinal } = refusalOf({ response });
  if (code >= 400 && about === 'quota' && !command.startsWith('AUTH')) return refused('quota', false);
  // The mail exceeds the server's size limit.
  if (command === 'MAIL FROM' && (code === 552 || name === 'EMESSAGE')) return refused('message', true);
  // 421 means that the server closes the connection. Before RCPT TO, an error concerns us and not the recipient.
  if (code < 400 || code === 421 || !isAboutMail) {
    const trouble = troubleOf(parts);
    const mayHaveArrived = isHandedOver && code < 400;
    return new MailNotSent({ blame: 'server', permanent: false, trouble, mayHaveArrived, response, where });
  }
  // A refusal before the mail's data is about the mailbox; 552 without another word means a full one.
  const isFull = about === 'unclear' && code === 552 && command === 'RCPT TO';
  const isForNow = code < 500 || !isFinal || isFull || isFullMailbox({ response });
  return refused(isFull ? 'mailbox' : about, !isForNow);
}

const ADDRESS = /[^\s<>()[\]:;,"'=]+@[^\s<>()[\]:;,"']+/g;

/** A server's words without the addresses in them, which neither a log nor every member of staff may read. */
export function maskAddresses(words: string): string {
  return words.replace(ADDRESS, '…');
}

// The error codes of Node and OpenSSL for certificates.
const CERTIFICATE = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(CA|PURPOSE)$|CRL|^PATH_LENGTH/;
const NOT_TLS = /^(ERR_SSL_|EPROTO$)/;
const LOGIN_NAMES = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2']);
/** Authentication required, at any step. */
const LOGIN_REQUIRED = 530;

function troubleOf({ name, code, command, cause }: Parts): MailServerTrouble {
  // 4xx codes are temporary.
  if (code >= 400 && code < 500) return 'connection';
  if (CERTIFICATE.test(cause)) return 'certificate';
  if (NOT_TLS.test(cause) || (name === 'ETLS' && command === 'STARTTLS')) return 'encryption';
  if (LOGIN_NAMES.has(name) || code === LOGIN_REQUIRED) return 'login';
  return command === 'MAIL FROM' && code >= 500 ? 'sender' : 'connection';
}

interface Parts {
  readonly name: string;
  readonly code: number;
  readonly command: string;
  readonly response: string;
  /** The system's error code, such as `ECONNREFUSED`. */
  readonly cause: string;
}

function responseOf(error: unknown, { response }: Parts): string {
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
