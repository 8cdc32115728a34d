import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exiftoolPath } from 'exiftool-vendored';
import { z } from 'zod';

const run = promisify(execFile);
// Tags about the tool itself and the file on the disk.
const OF_ITSELF = /^(?:SourceFile|(?:ExifTool|System|Composite):)/;

/**
 * All metadata that ExifTool, as an independent tool, finds in a file: values by 'Group:Tag'. Needs perl.
 */
export async function exifToolTags(content: Buffer): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-exiftool-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    const wanted = [
      '-j',
      '-G1',
      '-a',
      '-U',
      '-ee3',
      '-api',
      'LargeFileSupport=1',
      '-api',
      'RequestAll=2',
      path,
    ];
    const { stdout } = await run('perl', [await exiftoolPath(), ...wanted], { maxBuffer: 64 * 1024 * 1024 });
    const [found = {}] = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(stdout));
    const tags = Object.entries(found).filter(([tag]) => !OF_ITSELF.test(tag));
    return new Map(
      tags.map(([tag, value]) => [tag, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
