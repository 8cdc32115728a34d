import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { STREAM_BEAT_MS, STREAMS, type TogetherEvent } from '#contract/together.ts';
import type { AppContext } from '#server/context.ts';
import { listStoredStates, type StoredState } from '#server/data/newsletter-news.ts';
import { listHavingParts } from '#server/data/parts.ts';
import { listAdmitted } from '#server/data/sessions.ts';
import { nameInSchool } from '#server/data/staff.ts';
import { ANNOUNCEMENT_MAX } from '#server/platform/db/announcements/announcements.ts';
import { DatabaseUnavailable, namedError } from '#server/platform/db/errors.ts';
import { tooMany } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { hashToken } from '#server/platform/http/tokens.ts';
import { EventStream } from './event-stream.ts';
import { isSameState, messageIn, type News, storedEvent, type TogetherMessage } from './messages.ts';
import { type OpenNewsletter, type OpenWindow, placeKey, type WindowKey, Windows } from './windows.ts';

/**
 * After this time without a message, another process and its windows count as ended. Checked every `FORGET_EVERY_MS`, because a
 * window must disappear within 15 seconds after it has closed.
 */
const PROCESS_SILENT_MS = 12_000;
const FORGET_EVERY_MS = 1000;
/** After this time without a message, a window counts as closed although its connection never ended, such as on a closed laptop. */
const WINDOW_SILENT_MS = 100_000;
/** Several people may come, or move, at once, so changes are gathered for so long. */
const GATHER_MS = 100;
const RETRY_AFTER_SECONDS = 60;
/** How long after the last check of sessions a stream's token still identifies its caller: three checks may fail. */
const KNOWN_FOR_MS = 15_000;

interface Follower {
  readonly window: OpenWindow;
  readonly caller: Member;
  readonly tokenHash: string;
  readonly stream: EventStream;
  /** When session, role and school were checked last, in milliseconds of the clock. */
  checkedAt: number;
}

/** A newsletter that somebody has open in this process. */
interface Room extends OpenNewsletter {
  stored: StoredState;
  readonly followers: Set<Follower>;
  timer: NodeJS.Timeout | null;
  /** The window that was last shown as the only one, which need not be sent that again. */
  alone: string | null;
}

/**
 * The open streams of this process. Each change is announced to all processes, and each notifies its followers. `look` finds lost
 * announcements: it compares the database with what the followers know.
 */
export class Hub {
  readonly #context: AppContext;
  readonly #process = randomBytes(6).toString('hex');
  readonly #windows = new Windows();
  readonly #rooms = new Map<string, Room>();
  /** Oldest first. */
  readonly #followers = new Set<Follower>();
  #stop: (() => void) | null = null;
  #isLooking = false;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Opens a stream for a window, of a newsletter of the caller's school. Throws 429. */
  open(
    caller: Member,
    stored: StoredState,
    {
      personName,
      token,
      ...where
    }: Pick<OpenWindow, 'newsletterId' | 'window' | 'personName'> & { readonly token: string },
  ): Readable {
    const { schoolId, personId } = caller;
    const all = [...this.#followers];
    const own = all.filter((each) => each.caller.personId === personId);
    const again = own.find(({ window }) => window.window === where.window);
    const ofSchool = all.filter((each) => each.caller.schoolId === schoolId);
    if (again === undefined && ofSchool.length >= STREAMS.ofSchool) throw tooMany(RETRY_AFTER_SECONDS);
    // Its connection broke, or it has opened another newsletter.
    if (again !== undefined) this.#end(again);
    else if (own.length >= STREAMS.ofPerson && own[0] !== undefined)
      this.#end(own[0], JSON.stringify({ event: 'replaced' } satisfies TogetherEvent));
    const block = again?.window.newsletterId === where.newsletterId ? this.#blockOf(again.window) : null;
    const window = { process: this.#process, schoolId, personId, personName, block, ...where };
    const stream = new EventStream(() => this.#leave(follower));
    const tokenHash = hashToken(token);
    const follower: Follower = { window, caller, tokenHash, stream, checkedAt: this.#now() };
    const room = this.#roomOf(window, stored);
    this.#followers.add(follower);
    room.followers.add(follower);
    this.#listen();
    this.#windows.put(window, this.#now());
    this.#send({ kind: 'here', windows: [window] });
    stream.send(storedEvent(room.stored, null));
    this.#showSoon(room);
    return stream;
  }

  /**
   * The caller whose stream in this process was opened with this token; null unless their session, role and school were checked
   * a moment ago. It saves a query when a window reports where it is.
   */
  callerOf(token: string): Member | null {
    const tokenHash = hashToken(token);
    const since = this.#now() - KNOWN_FOR_MS;
    for (const follower of this.#followers)
      if (follower.tokenHash === tokenHash && follower.checkedAt >= since) return follower.caller;
    return null;
  }

  /** Whether this process knows a stream of the window, so that it has been admitted to the newsletter. */
  knows(window: WindowKey): boolean {
    return this.#windows.find(window) !== null;
  }

  /** Handles a window's message that it is open, and at which block. */
  move(window: WindowKey, block: string | null): void {
    this.#send({ kind: 'moved', window: { ...window, block } });
  }

  /** Makes up for lost announcements, ends the streams of people who may not follow any more, and keeps the others alive. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (const { stream } of this.#followers) stream.beat();
      for (const windows of this.#portions()) this.#send({ kind: 'here', windows });
      await this.#endRefused();
      await this.#endWithoutPart(this.#followers);
      await this.#compareStored();
    } catch (thrown) {
      this.#report(thrown);
    } finally {
      this.#isLooking = false;
    }
  }

  /** Ends all streams, when the server stops. */
  close(): void {
    for (const follower of [...this.#followers]) this.#end(follower);
  }

  // Only reports, as the next look is soon.
  #report(thrown: unknown): void {
    const error = namedError(thrown);
    if (!(error instanceof DatabaseUnavailable)) this.#context.report(error);
  }

  #now(): number {
    return this.#context.clock.monotonic();
  }

  #send(words: TogetherMessage): void {
    this.#context.database.announcements.send(JSON.stringify(words));
  }

  #listen(): void {
    if (this.#stop !== null) return;
    const unlisten = this.#context.database.announcements.listen((text) => this.#receive(text));
    const timers = [
      setInterval(() => void this.look(), STREAM_BEAT_MS),
      setInterval(() => this.#forgetSilent(), FORGET_EVERY_MS),
    ];
    for (const timer of timers) timer.unref();
    this.#stop = () => {
      unlisten();
      for (const timer of timers) clearInterval(timer);
    };
  }

  #receive(text: string): void {
    // Null for a message of another program version.
    const message = messageIn(text);
    if (message === null) return;
    if (message.kind === 'news') this.#forwardNews(message);
    else if (message.kind === 'noted') this.#receiveNotes(message);
    else if (message.kind === 'here') for (const window of message.windows) this.#receiveWindow(window, true);
    else if (message.kind === 'left') this.#receiveWindow(message.window, false);
    else if (this.#windows.move(message.window, message.window.block, this.#now()))
      this.#showSoonAt(message.window);
  }

  #receiveWindow(window: OpenWindow, isHere: boolean): void {
    if (window.process === this.#process) return;
    const isSeen = isHere ? this.#windows.put(window, this.#now()) : this.#windows.remove(window);
    if (isSeen) this.#showSoonAt(window);
  }

  #forwardNews(news: News): void {
    const room = this.#rooms.get(placeKey(news));
    if (room === undefined) return;
    const { stored } = news;
    if (stored === null) {
      this.#endAll(room);
      return;
    }
    room.stored = stored;
    const { personId: id, schoolId } = news;
    const here = this.#windows.at(room).find(({ person_id }) => person_id === id)?.person_name;
    const sendStored = (name: string | null) => {
      for (const { stream } of room.followers)
        stream.send(storedEvent(stored, name === null ? null : { id, name }, news));
    };
    if (here !== undefined) sendStored(here);
    else nameInSchool(this.#context.database, schoolId, id).then(sendStored, () => sendStored(null));
  }

  #receiveNotes({ isOfParts, ...place }: Extract<TogetherMessage, { kind: 'noted' }>): void {
    const room = this.#rooms.get(placeKey(place));
    if (room === undefined) return;
    const noted = JSON.stringify({ event: 'noted' } satisfies TogetherEvent);
    for (const { stream } of room.followers) stream.send(noted);
    if (!isOfParts) return;
    // The announcement may be about a part that was taken back.
    this.#endWithoutPart(room.followers).catch((thrown: unknown) => this.#report(thrown));
  }

  #endAll(room: Room): void {
    const gone = JSON.stringify({ event: 'gone' } satisfies TogetherEvent);
    for (const follower of [...room.followers]) this.#end(follower, gone);
  }

  #end(follower: Follower, last?: string): void {
    if (last !== undefined) follower.stream.send(last);
    follower.stream.finish();
    this.#leave(follower);
  }

  #leave(follower: Follower): void {
    if (!this.#followers.delete(follower)) return;
    const { window } = follower;
    const room = this.#rooms.get(placeKey(window));
    room?.followers.delete(follower);
    if (room?.followers.size === 0) {
      if (room.timer !== null) clearTimeout(room.timer);
      this.#rooms.delete(placeKey(window));
    }
    this.#windows.remove(window);
    this.#showSoonAt(window);
    this.#send({ kind: 'left', window });
    if (this.#followers.size > 0) return;
    this.#stop?.();
    this.#stop = null;
  }

  #roomOf({ schoolId, newsletterId }: OpenNewsletter, stored: StoredState): Room {
    const key = placeKey({ schoolId, newsletterId });
    const room = this.#rooms.get(key) ?? {
      schoolId,
      newsletterId,
      stored,
      followers: new Set(),
      timer: null,
      alone: null,
    };
    if (stored.version > room.stored.version) room.stored = stored;
    this.#rooms.set(key, room);
    return room;
  }

  #blockOf(window: WindowKey): string | null {
    return this.#windows.find(window)?.block ?? null;
  }

  #showSoonAt(place: OpenNewsletter): void {
    const room = this.#rooms.get(placeKey(place));
    if (room !== undefined) this.#showSoon(room);
  }

  #showSoon(room: Room): void {
    room.timer ??= setTimeout(() => {
      room.timer = null;
      const windows = this.#windows.at(room);
      const alone = windows.length === 1 ? (windows[0]?.window ?? null) : null;
      if (alone !== null && alone === room.alone) return;
      room.alone = alone;
      const shown = JSON.stringify({ event: 'here', windows } satisfies TogetherEvent);
      for (const { stream } of room.followers) stream.send(shown);
    }, GATHER_MS).unref();
  }

  #forgetSilent(): void {
    for (const window of this.#windows.silentSince(this.#now() - PROCESS_SILENT_MS)) {
      if (window.process === this.#process) continue;
      this.#windows.remove(window);
      this.#showSoonAt(window);
    }
    const silent = new Set(
      this.#windows.silentSince(this.#now() - WINDOW_SILENT_MS).map(({ window }) => window),
    );
    for (const follower of [...this.#followers]) if (silent.has(follower.window.window)) this.#end(follower);
  }

  /** This process's windows, in portions that fit into an announcement. */
  #portions(): OpenWindow[][] {
    const portions: OpenWindow[][] = [];
    let room = 0;
    for (const follower of this.#followers) {
      const window = { ...follower.window, block: this.#blockOf(follower.window) };
      const size = Buffer.byteLength(JSON.stringify(window)) + 1;
      if (size > room) {
        portions.push([]);
        room = ANNOUNCEMENT_MAX - 100;
      }
      portions.at(-1)?.push(window);
      room -= size;
    }
    return portions;
  }

  async #endRefused(): Promise<void> {
    const followers = [...this.#followers];
    const checkedAt = this.#now();
    const ids = followers.map(({ caller }) => caller.sessionId);
    const admitted = await listAdmitted(this.#context, [...new Set(ids)]);
    for (const follower of followers) {
      const { sessionId, schoolId, role } = follower.caller;
      const now = admitted.get(sessionId);
      if (now?.schoolId !== schoolId || now.role !== role) this.#end(follower);
      else follower.checkedAt = checkedAt;
    }
  }

  /** Ends the streams of those contributors among the followers who have no part in their newsletter any more. */
  async #endWithoutPart(followers: ReadonlySet<Follower>): Promise<void> {
    const contributors = [...followers].filter(({ caller }) => caller.role === 'contributor');
    const having = await listHavingParts(
      this.#context.database,
      contributors.map(({ window }) => window),
    );
    const keyOf = (of: OpenNewsletter & { readonly personId: string }) => `${placeKey(of)} ${of.personId}`;
    const found = new Set(having.map(keyOf));
    for (const follower of contributors) if (!found.has(keyOf(follower.window))) this.#end(follower);
  }

  async #compareStored(): Promise<void> {
    const rooms = [...this.#rooms.values()];
    // An announcement that arrives while the query runs is newer than its result.
    const known = new Map(rooms.map((room) => [room, room.stored]));
    const rows = await listStoredStates(this.#context.database, rooms);
    const found = new Map(rows.map((row) => [placeKey({ ...row, newsletterId: row.id }), row]));
    for (const room of rooms) {
      const stored = found.get(placeKey(room));
      if (room.stored !== known.get(room)) continue;
      if (stored === undefined) this.#endAll(room);
      else if (!isSameState(stored, room.stored)) {
        room.stored = stored;
        for (const { stream } of room.followers) stream.send(storedEvent(stored, null));
      }
    }
  }
}
