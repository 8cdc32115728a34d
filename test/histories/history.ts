import { setImmediate as turn } from 'node:timers/promises';
import { type NewsletterResource, newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf } from '#contract/route.ts';
import { pick, randomFrom } from '#test/random-texts.ts';
import { openedFrom } from '#web/features/editor/saving/newsletter-calls.ts';
import { marksIn, without, writerOf } from './marks.ts';
import { Clock, outside, Page } from './page.ts';
import type { Server } from './servers.ts';
import { contentOf, marksInHistory, Writer } from './writer.ts';

/** The setting of histories: servers on one database, and people of one school. */
export interface World {
  readonly servers: readonly Server[];
  /** Tokens of four people. */
  readonly people: readonly string[];
  /** Creates a newsletter; resolves to its id. */
  create(code: readonly unknown[]): Promise<string>;
}

const FIRST = [
  { name: 'h', type: 'heading', value: { text: 'Harvest' } },
  {
    name: 't',
    type: 'text',
    value: { html: '<p>Dear families of the school</p><p>Good <strong>news</strong> for all</p>' },
  },
  {
    name: 'e',
    type: 'event',
    value: {
      rows: [
        { id: 'one', title: 'Sports day', description: 'On the field', date: '2026-12-05' },
        { id: 'two', title: 'Fair', description: 'In the hall', date: '2026-12-12' },
      ],
    },
  },
  {
    name: 'p',
    type: 'image',
    value: { url: '/files/gate.jpg', alt: 'The gate', caption: 'Open at nine' },
  },
  {
    name: 'g',
    type: 'image_group',
    value: {
      images: [{ url: '/files/a.jpg', alt: 'Pies' }, { url: '/files/b.jpg' }],
    },
  },
  { name: 'u', type: 'text', value: { html: '<p>Please bring warm coats and hats</p>' } },
];

const STEPS = 60;
/** The share of turns in which somebody who is asked answers instead of writing on. */
const ANSWERS = 0.7;
/** How often a history may wait for work under way. Thousands are usual; the limit finds a merge that loops for ever. */
const TURNS_MAX = 20_000;
/** In milliseconds: a process that died notified nobody, so the others find its save when they look. */
const HEARS_WITHIN = 10_000;
/** In milliseconds: a kill may lose text typed in this time, since the journal was last written. */
const UNWRITTEN = 300;

/**
 * Two to four people write in one newsletter, over connections that are slow, break and deliver twice, while tabs and servers
 * die, until all come to rest. Throws, with the seed and the log, if the writers and the server do not end with the same
 * newsletter, or if something is lost that nobody has removed or given up.
 */
async function runHistory(seed: number, world: World): Promise<void> {
  const history = new History(seed, world);
  try {
    await history.run();
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`History of seed ${seed}: ${words}\n${history.log.join('\n')}`);
  } finally {
    history.end();
  }
}

/** Runs the histories of `count` seeds. Throws with all failures. */
export async function runHistories(
  { first, count }: { readonly first: number; readonly count: number },
  world: World,
): Promise<void> {
  const failures: string[] = [];
  for (let seed = first; seed < first + count; seed += 1)
    await runHistory(seed, world).catch((error: unknown) => failures.push(String(error)));
  const [shown] = failures;
  if (shown === undefined) return;
  const heads = failures.map((failure) => failure.split('\n')[0]).slice(0, 20);
  throw new Error(`${failures.length} of ${count} histories fail:\n${heads.join('\n')}\n\n${shown}`);
}

class History {
  readonly log: string[] = [];
  readonly #random: () => number;
  readonly #clock = new Clock();
  readonly #writers: Writer[] = [];
  #id = '';
  /** Removed marks, each with the writers who have removed it knowingly and not typed it again. */
  readonly #removedBy = new Map<string, Set<number>>();
  readonly #givenUp = new Set<string>();
  /** Marks given up, but never sent: the addresses of pictures in unfinished blocks. */
  readonly #unsent = new Set<string>();
  readonly #killed = new Set<string>();
  readonly #stored = new Set<string>();
  #turns = 0;

  readonly world: World;

  constructor(seed: number, world: World) {
    this.world = world;
    this.#random = randomFrom(seed);
  }

  async run(): Promise<void> {
    this.#id = await this.world.create(FIRST);
    const count = 2 + this.#at(3);
    for (const [number, token] of this.world.people.slice(0, count).entries()) {
      const server = () => pick(this.#random, this.world.servers);
      const onStored = (body: string, version: number) => this.#receiveStored(body, version);
      const writer = new Writer(number, token, this.#id, this.#clock, this.#random, server, { onStored });
      this.#writers.push(writer);
      await writer.open();
      await this.#settle();
    }
    for (let step = 0; step < STEPS; step += 1) {
      await this.#step(pick(this.#random, this.#writers));
      await this.#pass(this.#at(400));
    }
    await this.#comeToRest();
    await this.#check();
  }

  end(): void {
    for (const writer of this.#writers) writer.kill();
  }

  #at(most: number): number {
    return Math.floor(this.#random() * most);
  }

  async #step(writer: Writer): Promise<void> {
    const { line } = writer;
    const chance = this.#random();
    if (!writer.isOpen) {
      if (chance < 0.5) {
        this.#log(writer, 'opens it again');
        await writer.open();
      } else if (line.hasCopies) await this.#deliverCopy(writer);
    } else if (chance < 0.4) await this.#write(writer);
    else if (chance < 0.6 && line.hasCalls) await this.#moveCall(writer);
    else if (chance < 0.7) line.moveEvent();
    else if (chance < 0.75 && line.hasCopies) await this.#deliverCopy(writer);
    else if (chance < 0.8) await this.#connectOtherwise(writer);
    else if (chance < 0.83) {
      this.#log(writer, 'loses the stream');
      line.dropStream();
    } else if (chance < 0.86) await this.#kill(writer);
    else if (chance < 0.9) await this.#pass(this.#at(20_000));
    else if (line.hasCalls) await this.#moveCall(writer);
    else if (line.isBusy) line.moveEvent();
    await this.#settle();
  }

  async #write(writer: Writer): Promise<void> {
    if (writer.step === 'conflict') {
      if (this.#random() < ANSWERS) {
        this.#answer(writer);
        return;
      }
      // Presses 'Later', even while an answer is on its way.
      writer.putOff();
    }
    if (writer.step === 'gone') throw new Error('The newsletter is gone');
    const counts = writer.markCounts();
    const kind = writer.edit();
    const countsAfter = writer.markCounts();
    const [before, after] = [new Set(counts.keys()), new Set(countsAfter.keys())];
    const removed = without(before, after);
    const typed = without(after, before);
    // Somebody may remove a word from a block or its copy, and Undo then removes the other one.
    const fewer = [...counts].flatMap(([mark, count]) => (count > (countsAfter.get(mark) ?? 0) ? mark : []));
    const others = removed.filter((mark) => writerOf(mark) !== writer.number && !writer.askedAbout.has(mark));
    const unasked = others.filter((mark) => !this.#removedBy.get(mark)?.size && !writer.removed.has(mark));
    this.#log(
      writer,
      `${kind}: ${typed.map((mark) => `+${mark}`).join(' ')} ${removed.map((mark) => `-${mark}`).join(' ')}`,
    );
    for (const mark of typed) {
      this.#removedBy.get(mark)?.delete(writer.number);
      writer.typedAt.set(mark, this.#clock.now);
    }
    const isAware = kind !== 'undo' && kind !== 'redo';
    if (!isAware && unasked.length > 0)
      throw new Error(`${kind} of writer ${writer.number} took back ${unasked.join()}`);
    this.#noteRemoved(isAware ? fewer : removed.filter((mark) => !unasked.includes(mark)), writer);
    await this.#settle();
  }

  #answer(writer: Writer): void {
    writer.answer((marks, savable) => {
      this.#log(writer, `gave up ${[...marks].join(' ')}`);
      for (const mark of marks) {
        this.#givenUp.add(mark);
        if (!savable.has(mark)) this.#unsent.add(mark);
      }
    });
  }

  async #moveCall(writer: Writer): Promise<void> {
    if (this.#random() < 0.03 && (await this.#killServer(writer))) return;
    const before = writer.step;
    await writer.line.moveCall(this.#at(4), this.#random() < 0.15);
    await this.#settle();
    if (writer.step !== before)
      this.#log(writer, `${before} -> ${writer.step}, on ${writer.editing.saver.version()}`);
  }

  async #deliverCopy(writer: Writer): Promise<void> {
    this.#log(writer, 'a save arrives late, or again');
    if (this.#random() < 0.3) writer.line.loseCopies();
    else await writer.line.deliverCopy();
  }

  async #connectOtherwise(writer: Writer): Promise<void> {
    const { line } = writer;
    this.#log(writer, line.isOnline ? 'goes offline' : 'comes online');
    if (!line.isOnline) writer.comeOnline();
    else {
      line.goOffline();
      if (this.#random() < 0.5) line.dropStream();
    }
  }

  async #kill(writer: Writer): Promise<void> {
    const safe = await writer.safeMarks();
    const lost = without(writer.marks(), safe).filter((mark) => writerOf(mark) === writer.number);
    this.#log(writer, `dies with ${lost.join(' ')}`);
    const late = lost.find((mark) => this.#clock.now - (writer.typedAt.get(mark) ?? 0) > UNWRITTEN);
    if (late !== undefined && !this.#stored.has(late) && !this.#givenUp.has(late))
      throw new Error(`The journal had not ${late} yet`);
    for (const mark of lost) this.#killed.add(mark);
    writer.kill();
  }

  /** Kills a server at a save of this writer; false if there is no save. */
  async #killServer({ line, number }: Writer): Promise<boolean> {
    const server = pick(this.#random, this.world.servers);
    const before = await this.#storedNewsletter();
    const body = await line.killAtSave(server, this.#random());
    if (body === null) return false;
    this.log.push(`        a server dies at a save of writer ${number}`);
    for (const each of this.#writers) each.line.leave(server);
    const { version } = (await this.#storedNewsletter()).attributes;
    if (version > before.attributes.version) await this.#receiveStored(body, version);
    await this.#settle();
    return true;
  }

  /** The stored newsletter. */
  async #storedNewsletter(): Promise<NewsletterResource> {
    const answer = await this.#get(pathOf(newsletterRoutes.getNewsletter, { id: this.#id }));
    return newsletterRoutes.getNewsletter.reply.parse(answer).news_letter.data;
  }

  async #get(path: string): Promise<unknown> {
    const [server] = this.world.servers;
    const [token = ''] = this.world.people;
    if (server === undefined) throw new Error('There is no server');
    return JSON.parse((await server.ask({ method: 'GET', path, token })).text);
  }

  /** After a save is stored, waits until each open stream is notified, so that a seed always does the same. */
  async #receiveStored(body: string, version: number): Promise<void> {
    for (const mark of marksIn(body)) this.#stored.add(mark);
    this.log.push(`        stored: version ${version}`);
    const deadline = performance.now() + HEARS_WITHIN;
    while (performance.now() < deadline && !this.#writers.every(({ line }) => line.knows(version)))
      await outside(() => turn());
  }

  async #settle(): Promise<void> {
    this.#turns += 1;
    if (this.#turns > TURNS_MAX) throw new Error(`It does not end: ${this.#turns} turns`);
    for (let count = 0; count < 4; count += 1) await turn();
  }

  async #pass(milliseconds: number): Promise<void> {
    const settle = () => this.#settle();
    for (let left = milliseconds; left > 0; left -= 5000) {
      await this.#clock.pass(Math.min(left, 5000), settle);
      // The server's sign of life.
      if (milliseconds > 5000)
        for (const { line } of this.#writers) if (!line.stream?.waiting.length) line.moveEvent();
    }
    await this.#settle();
  }

  async #comeToRest(): Promise<void> {
    this.log.push('        comes to rest');
    for (const writer of this.#writers) {
      if (!writer.isOpen) await writer.open();
      else if (!writer.line.isOnline) writer.comeOnline();
      writer.line.loseCopies();
      if (writer.step !== 'conflict') this.#leaveBlocks(writer);
    }
    for (let round = 0; round < 300; round += 1) {
      await this.#settle();
      let isQuiet = true;
      for (const writer of this.#writers) {
        const { line } = writer;
        if (writer.step === 'conflict') this.#answer(writer);
        else if (writer.hasUnfinished && !writer.isAnswering) this.#leaveBlocks(writer);
        isQuiet &&= !line.isBusy && writer.step === 'saved' && !writer.isAnswering;
        for (let calls = 0; line.hasCalls; calls += 1) {
          if (calls > 50) throw new Error(`Writer ${writer.number} asks without an end: ${line.openCalls()}`);
          await line.moveCall(0, false);
          await this.#settle();
        }
        while (line.hasEvents) {
          line.moveEvent();
          await this.#settle();
        }
      }
      const quiet = new Set(this.#writers.map(({ editing }) => editing.saver.version())).size === 1;
      if (isQuiet && quiet) return;
      await this.#pass(3000);
    }
    throw new Error(`It does not come to rest: ${this.#writers.map(({ step }) => step).join()}`);
  }

  #leaveBlocks(writer: Writer): void {
    this.#noteRemoved(writer.leaveBlocks(), writer);
  }

  async #check(): Promise<void> {
    await this.#pass(2000);
    const stored = await this.#storedNewsletter();
    const page = new Page(this.#clock, this.#random, () => new Promise(() => undefined));
    const onServer = page.inside(() => contentOf(openedFrom(stored).saved));
    for (const writer of this.#writers) {
      if (writer.content() !== onServer)
        throw new Error(`Writer ${writer.number} has\n${writer.content()}\nand the server\n${onServer}`);
      if (await writer.hasJournal()) throw new Error(`The journal of writer ${writer.number} is not empty`);
    }
    const present = marksIn(onServer);
    const typed = new Set(this.#writers.flatMap(({ typedAt }) => [...typedAt.keys()]));
    const gone = [...typed].filter((mark) => !present.has(mark) && !this.#killed.has(mark));
    const lost = gone.filter((mark) => !this.#removedBy.get(mark)?.size && !this.#givenUp.has(mark));
    if (lost.length > 0) throw new Error(`Lost unasked: ${lost.join()}\n${onServer}`);
    // A mark that its writer removes again within ten minutes may be in no state of the history.
    const toSee = gone.filter(
      (mark) =>
        (this.#stored.has(mark) || (this.#givenUp.has(mark) && !this.#unsent.has(mark))) &&
        this.#removedBy.get(mark)?.has(writerOf(mark)) !== true,
    );
    const kept = toSee.length === 0 ? new Set() : await marksInHistory((path) => this.#get(path), this.#id);
    const unseen = toSee.filter((mark) => !kept.has(mark));
    if (unseen.length > 0) throw new Error(`In no state of the history: ${unseen.join()}`);
  }

  #noteRemoved(marks: readonly string[], { number, removed }: Writer): void {
    for (const mark of marks) {
      removed.add(mark);
      this.#removedBy.set(mark, new Set([...(this.#removedBy.get(mark) ?? []), number]));
    }
  }

  #log({ number }: Writer, words: string): void {
    this.log.push(`${String(Math.round(this.#clock.now)).padStart(7)} writer ${number}: ${words}`);
  }
}
