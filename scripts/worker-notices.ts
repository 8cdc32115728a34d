import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

const described = z.object({ name: z.string(), version: z.string(), license: z.string() });
/** The folder of a package, at the start of a module's path. */
const FOLDER = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/**
 * Vite's list of the licences of bundled packages (`build.license`) leaves out those that only workers load. `ofWorkers` goes into the
 * workers' build and notes their packages; `ofPages` goes into the pages' build and adds them, and the place of the fonts' licence, to
 * `file`.
 */
export function workerNotices(file: string): { readonly ofWorkers: Plugin; readonly ofPages: Plugin } {
  const folders = new Set<string>();
  return {
    ofWorkers: {
      name: 'note-packages-of-workers',
      generateBundle(_, bundle) {
        for (const output of Object.values(bundle))
          for (const id of output.type === 'chunk' ? output.moduleIds : [])
            for (const folder of FOLDER.exec(id) ?? []) folders.add(folder);
      },
    },
    ofPages: {
      name: 'notices-of-workers',
      apply: 'build',
      writeBundle({ dir = '' }) {
        const target = join(dir, file);
        const listed = readFileSync(target, 'utf8');
        const missing = [...folders].map(noticeOf).filter((notice) => !listed.includes(firstLine(notice)));
        appendFileSync(target, [...missing, '\n## Fonts\n\nSee /fonts/LICENSE.txt.\n'].join(''));
      },
    },
  };
}

function noticeOf(folder: string): string {
  const { name, version, license } = described.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  return `\n## ${name} - ${version} (${license})\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8')}\n`;
}

const firstLine = (notice: string) => notice.trimStart().split('\n')[0] ?? '';
