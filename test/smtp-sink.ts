import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server for tests. It stores mails, and misbehaves on demand. */

/** A received mail. `open` parses it. */
export interface ReceivedMail {
  readonly to: string;
  /** The return path. */
  readonly from: string;
  readonly messageId: string;
  readonly source: Buffer;
  open(): Promise<Email>;
}

/** How the sink handles a mail. `at` is the SMTP step at which it rejects the mail. */
type MailHandling =
  | { readonly kind: 'take' }
  | {
      readonly kind: 'refuse';
      readonly at: 'recipient' | 'data';
      readonly code: number;
      readonly words: string;
    }
  /** Stores the mail and disconnects before acknowledging it. */
  | { readonly kind: 'drop' }
  /** Keeps reading and never answers. */
  | { readonly kind: 'hang' };

/** A running sink. */
export interface SmtpSink {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Decides how a recipient's mail is handled. Called at each step. */
  decide: (to: string, at: 'recipient' | 'data') => MailHandling;
  /** Whether it accepts connections without sending a greeting. */
  silent: boolean;
  /** Whether logins succeed. They are optional. */
  acceptsLogins: boolean;
  /** The number of login attempts. */
  readonly logins: number;
  /** Called for each received mail, before it is acknowledged. */
  onArrival: (mail: ReceivedMail) => void | Promise<void>;
  /** Forgets received mails, and restores the default behaviour. */
  reset(): void;
  /** Stops listening. */
  down(): Promise<void>;
  /** Listens again on the same address. */
  up(): Promise<void>;
  close(): Promise<void>;
}

const ACCEPT = { kind: 'take' } as const;

/** Starts a sink on a free port. For many mails, disable `keepSources`; `open` then finds nothing. */
export async function startSmtpSink({ keepSources = true } = {}): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  let logins = 0;
  let server = serverFor();
  let port = await listen(server, 0);
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    decide: () => ACCEPT,
    silent: false,
    acceptsLogins: true,
    get logins() {
      return logins;
    },
    onArrival: () => undefined,
    reset: () => {
      received.length = 0;
      sink.decide = () => ACCEPT;
      sink.silent = false;
      sink.acceptsLogins = true;
      logins = 0;
      sink.onArrival = () => undefined;
    },
    down: () => stop(server),
    up: async () => {
      server = serverFor();
      port = await listen(server, port);
    },
    close: () => stop(server),
  };
  return sink;

  function serverFor(): SMTPServer {
    const made = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      closeTimeout: 1,
      onAuth: ({ username }, _, done) => {
        logins += 1;
        if (sink.acceptsLogins) done(null, { user: username });
        else done(Object.assign(new Error('5.7.8 Bad credentials'), { responseCode: 535 }));
      },
      onConnect: (_, done) => {
        if (!sink.silent) done();
      },
      onRcptTo: ({ address }, _, done) => {
        const how = sink.decide(address, 'recipient');
        if (how.kind === 'hang') return;
        done(how.kind === 'refuse' && how.at === 'recipient' ? refusal(how) : null);
      },
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const { mailFrom } = session.envelope;
        take(stream, session.id, to, mailFrom ? mailFrom.address : '').then(done, done);
      },
    });
    made.on('error', () => undefined);
    return made;
  }

  async function take(
    stream: NodeJS.ReadableStream,
    by: string,
    to: string,
    from: string,
  ): Promise<Error | null> {
    const source = await buffer(stream);
    const how = sink.decide(to, 'data');
    if (how.kind === 'refuse') return refusal(how);
    if (how.kind === 'hang') return await new Promise(() => undefined);
    const messageId = /^Message-ID: (\S+)/im.exec(source.toString('latin1'))?.[1] ?? '';
    const kept = keepSources ? source : Buffer.alloc(0);
    const mail = { to, from, messageId, source: kept, open: () => PostalMime.parse(kept) };
    received.push(mail);
    await sink.onArrival(mail);
    if (how.kind !== 'drop') return null;
    for (const connection of server.connections) if (connection.id === by) connection.close();
    return await new Promise(() => undefined);
  }
}

function refusal({ code, words }: { readonly code: number; readonly words: string }): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

async function listen(server: SMTPServer, port: number): Promise<number> {
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The sink does not listen');
  return address.port;
}

async function stop(server: SMTPServer): Promise<void> {
  await new Promise<void>((closed) => server.close(closed));
}
