import { ImapFlow } from 'imapflow';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { isLoopback } from '#server/platform/loopback.ts';

/** Reads a mailbox by IMAP. Handled mails go to a folder; nothing is deleted, and everything else stays as it is. */

/** The position up to which a mailbox has been read. A mail's number is valid as long as the server reports the same `uidValidity`. */
export interface MailboxPosition {
  readonly uidValidity: string;
  readonly lastUid: number;
}

/** Handles each new mail, whose source may be cut off. True: it was handled, and is filed away. */
export interface MailboxReader {
  handle(source: Buffer): Promise<boolean>;
  /** Called after each mail, so that it is not read again. */
  reached(position: MailboxPosition): Promise<void>;
}

/** The folder for handled mails. */
const HANDLED_FOLDER = 'Handled reports';
// A report comes before the mail that it returns.
const SOURCE_MAX = 128 * 1024;
const CONNECT_MS = 10 * SECOND_MS;
const SILENCE_MS = 60 * SECOND_MS;
/** The time limit of one reading; the rest waits for the next one. */
const READ_MS = 120 * SECOND_MS;

/** Reads the mails that arrived since `position`. Throws if the mailbox cannot be read. */
export async function readMailbox(
  url: string,
  position: MailboxPosition | null,
  reader: MailboxReader,
): Promise<void> {
  await withMailbox(url, async (client) => await readNew(client, position, reader));
}

/** Checks that the mailbox can be opened. Throws the error if not. */
export async function checkMailbox(url: string): Promise<void> {
  await withMailbox(url, async () => undefined);
}

async function withMailbox(url: string, work: (client: ImapFlow) => Promise<void>): Promise<void> {
  const { hostname, port, protocol, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const client = new ImapFlow({
    host,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    // A password must not cross a network unencrypted.
    ...(!secure && !isLoopback(host) && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  // Every call then fails, too.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw error instanceof Error && 'authenticationFailed' in error
      ? new Error('The mail server does not accept the user name and password')
      : error;
  });
  try {
    const lock = await client.getMailboxLock(decodeURIComponent(pathname.slice(1)) || 'INBOX');
    try {
      await work(client);
    } finally {
      lock.release();
    }
    await client.logout();
  } finally {
    client.close();
  }
}

async function readNew(
  client: ImapFlow,
  before: MailboxPosition | null,
  reader: MailboxReader,
): Promise<void> {
  if (client.mailbox === false) throw new Error('The mailbox is not open');
  const uidValidity = String(client.mailbox.uidValidity);
  const lastUid = before?.uidValidity === uidValidity ? before.lastUid : 0;
  // A range to the last mail always includes it, however old.
  const found = (await client.search({ uid: `${lastUid + 1}:*` }, { uid: true })) || [];
  const end = performance.now() + READ_MS;
  for (const uid of found.filter((each) => each > lastUid).sort((one, other) => one - other)) {
    if (performance.now() > end) return;
    const mail = await client.fetchOne(String(uid), { source: { maxLength: SOURCE_MAX } }, { uid: true });
    // Another program may have moved it meanwhile.
    if (mail !== false && mail.source !== undefined && (await reader.handle(mail.source)))
      await fileAway(client, uid);
    await reader.reached({ uidValidity, lastUid: uid });
  }
}

async function fileAway(client: ImapFlow, uid: number): Promise<void> {
  const move = async () => await client.messageMove(String(uid), HANDLED_FOLDER, { uid: true });
  if ((await move()) !== false) return;
  await client.mailboxCreate(HANDLED_FOLDER);
  if ((await move()) === false) throw new Error(`The mailbox has no folder ‘${HANDLED_FOLDER}’`);
}
