import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server for tests: takes mails, keeps what matters of them, and misbehaves on demand. */

/** A mail that arrived; `open` parses it. */
export interface Arrived {
  readonly to: string;
  readonly messageId: string;
  readonly source: Buffer;
  open(): Promise<Email>;
}

/** How the sink treats a mail: `at` is where in the conversation it refuses. */
type Treatment =
  | { readonly kind: 'take' }
  | {
      readonly kind: 'refuse';
      readonly at: 'recipient' | 'data';
      readonly code: number;
      readonly words: string;
    }
  /** Keeps the mail and cuts the line before saying so. */
  | { readonly kind: 'drop' }
  /** Reads on and never answers. */
  | { readonly kind: 'hang' };

/** A running sink. */
export interface SmtpSink {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  /** What is done with the mail of a recipient from now on, asked at each step. */
  treat: (to: string, at: 'recipient' | 'data') => Treatment;
  /** Whether it takes connections and then says nothing, not even its name. */
  silent: boolean;
  /** Whether it lets somebody in who logs in; it asks nobody to. */
  letsIn: boolean;
  /** How often somebody has tried to log in. */
  readonly logins: number;
  /** Called when a mail has arrived, before that is acknowledged. */
  onArrival: (mail: Arrived) => void | Promise<void>;
  /** Forgets what has arrived, and takes everything again. */
  reset(): void;
  /** Nobody listens any more. */
  down(): Promise<void>;
  /** The same address listens again. */
  up(): Promise<void>;
  close(): Promise<void>;
}

const TAKE = { kind: 'take' } as const;

/** Starts a sink on a free port. For many mails, have it keep no sources: then `open` finds nothing. */
export async function startSmtpSink({ keepSources = true } = {}): Promise<SmtpSink> {
  const arrived: Arrived[] = [];
  let logins = 0;
  let server = serverFor();
  let port = await listen(server, 0);
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    treat: () => TAKE,
    silent: false,
    letsIn: true,
    get logins() {
      return logins;
    },
    onArrival: () => undefined,
    reset: () => {
      arrived.length = 0;
      sink.treat = () => TAKE;
      sink.silent = false;
      sink.letsIn = true;
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
        if (sink.letsIn) done(null, { user: username });
        else done(Object.assign(new Error('5.7.8 Bad credentials'), { responseCode: 535 }));
      },
      onConnect: (_, done) => {
        if (!sink.silent) done();
      },
      onRcptTo: ({ address }, _, done) => {
        const how = sink.treat(address, 'recipient');
        if (how.kind === 'hang') return;
        done(how.kind === 'refuse' && how.at === 'recipient' ? refusal(how) : null);
      },
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        take(stream, to).then(done, done);
      },
    });
    made.on('error', () => undefined);
    return made;
  }

  async function take(stream: NodeJS.ReadableStream, to: string): Promise<Error | null> {
    const source = await buffer(stream);
    const how = sink.treat(to, 'data');
    if (how.kind === 'refuse') return refusal(how);
    if (how.kind === 'hang') return await new Promise(() => undefined);
    const messageId = /^Message-ID: (\S+)/im.exec(source.toString('latin1'))?.[1] ?? '';
    const kept = keepSources ? source : Buffer.alloc(0);
    const mail = { to, messageId, source: kept, open: () => PostalMime.parse(kept) };
    arrived.push(mail);
    await sink.onArrival(mail);
    if (how.kind !== 'drop') return null;
    for (const connection of server.connections) connection.close();
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
