import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf, type Route } from '#contract/route.ts';
import { serviceRoutes } from '#contract/service.ts';
import { type Program, startProgram } from './program.ts';
import { emptyInstallation, type TestInstallation } from './seed.ts';
import { callProgram } from './sending.ts';

/**
 * An older version and this one together on one database, under load. `UPGRADE_FROM` is the older one's commit. A call goes to any
 * program in service, as behind a load balancer, which takes a program out before it stops.
 */

const FROM = process.env.UPGRADE_FROM ?? '';
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WRITERS = 6;
/** How many more calls are made before the next step of the upgrade. */
const CALLS = 300;
const TIME = 600_000;

interface Started {
  readonly program: Program;
  readonly url: string;
}

it(
  `no call fails and nothing is lost on the way from ${FROM} to this version`,
  async () => {
    const older = new OlderVersion(FROM);
    const installation = await emptyInstallation();
    const started: Started[] = [];
    const start = async (root?: URL) => {
      const program = startProgram(installation.environment, [], root);
      started.push({ program, url: await program.url });
      return started.at(-1)?.url ?? '';
    };
    try {
      // The older program makes the tables.
      const load = new Load([await start(older.root)]);
      const working = load.begin(older.seedSchool(installation));
      load.urls.push(await start(older.root));
      await load.more(CALLS);
      // Migrates, while the others serve.
      load.urls.push(await start());
      await load.more(CALLS);
      for (const { program, url } of started.slice(0, 2)) {
        load.urls.splice(load.urls.indexOf(url), 1);
        program.signal('SIGTERM');
        expect((await program.ended).code).toBe(0);
        load.urls.push(await start());
        await load.more(CALLS);
      }
      load.end();
      await working;
      expect(load.failed).toEqual([]);
      expect(await load.stored()).toEqual(load.acknowledged);
      expect(load.acknowledged).toHaveLength(WRITERS);
      for (const { program } of started) expect(program.stderr()).toBe('');
    } finally {
      for (const { program } of started) program.signal('SIGKILL');
      for (const { program } of started) await program.ended;
      await installation.remove();
      older.remove();
    }
  },
  TIME,
);

/** The files of a commit, with this version's packages. */
class OlderVersion {
  readonly #folder = mkdtempSync(join(tmpdir(), 'older-'));

  constructor(commit: string) {
    this.#git('worktree', 'add', '--force', '--detach', this.#folder, commit);
    symlinkSync(join(ROOT, 'node_modules'), join(this.#folder, 'node_modules'));
  }

  get root(): URL {
    return pathToFileURL(`${this.#folder}/`);
  }

  /** Adds a school with the older version's code, which knows its own tables. Returns the owner's token. */
  seedSchool({ environment }: TestInstallation): string {
    const seed = new URL('test/seed.ts', this.root).href;
    const code = `const { seedSchool } = await import('${seed}');
      const { owner } = await seedSchool({ environment: JSON.parse(process.env.PLACE) });
      console.log(owner.token);`;
    const env = { PATH: process.env.PATH, PLACE: JSON.stringify(environment) };
    return execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env,
      encoding: 'utf8',
    }).trim();
  }

  remove(): void {
    this.#git('worktree', 'remove', '--force', this.#folder);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #git(...words: string[]): void {
    execFileSync('git', ['-C', ROOT, ...words], { stdio: 'ignore' });
  }
}

/** Writers, each with a newsletter that it saves, publishes, reads and unpublishes. */
class Load {
  /** The programs in service. */
  readonly urls: string[];
  readonly failed: string[] = [];
  /** The last acknowledged titles. */
  readonly acknowledged: string[] = [];
  readonly #ids: string[] = [];
  #token = '';
  #calls = 0;
  #isOver = false;

  constructor(urls: readonly string[]) {
    this.urls = [...urls];
  }

  async begin(token: string): Promise<void> {
    this.#token = token;
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.#write(writer)));
  }

  end(): void {
    this.#isOver = true;
  }

  /** Waits until this many more calls have been answered. */
  async more(calls: number): Promise<void> {
    const wanted = this.#calls + calls;
    await expect.poll(() => this.#calls).toBeGreaterThan(wanted);
  }

  /** The titles in the database. */
  async stored(): Promise<readonly string[]> {
    return await Promise.all(
      this.#ids.map(async (id) => {
        const found = await this.#call(newsletterRoutes.getNewsletter, { id });
        return newsletterRoutes.getNewsletter.reply.parse(found).news_letter.data.attributes.title;
      }),
    );
  }

  async #write(writer: number): Promise<void> {
    const news_letter = { title: 'News', layout_type: 'one_column' };
    const created = await this.#call(newsletterRoutes.createNewsletter, {}, { news_letter });
    const { id } = newsletterRoutes.createNewsletter.reply.parse(created).news_letter.data;
    this.#ids[writer] = id;
    for (let round = 1; !this.#isOver; round += 1)
      await this.#round(writer, { id }, `News ${round}`).catch((error: unknown) => {
        this.failed.push(String(error));
      });
  }

  async #round(writer: number, params: { id: string }, title: string): Promise<void> {
    await this.#call(newsletterRoutes.updateNewsletter, params, { news_letter: { title } });
    this.acknowledged[writer] = title;
    const done = await this.#call(newsletterRoutes.publishNewsletter, params);
    const { slug } = newsletterRoutes.publishNewsletter.reply.parse(done).news_letter.data.attributes;
    await this.#read(`/published/${slug}`);
    await this.#read(pathOf(serviceRoutes.health));
    await this.#call(newsletterRoutes.unpublishNewsletter, params);
  }

  async #read(path: string): Promise<void> {
    const { status } = await fetch(this.#anyUrl() + path);
    this.#calls += 1;
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }

  async #call(row: Route, params: Readonly<Record<string, string>>, body?: unknown): Promise<unknown> {
    const reply = await callProgram(this.#anyUrl(), this.#token, row, params, body);
    this.#calls += 1;
    return reply;
  }

  #anyUrl(): string {
    return this.urls[this.#calls % this.urls.length] ?? '';
  }
}
