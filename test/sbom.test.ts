import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** `npm run sbom` lists the packages that run in production, and nothing else. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const names = z.record(z.string(), z.string()).transform((found) => Object.keys(found));
const project = z.object({ dependencies: names, devDependencies: names });
const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({ 'bom-ref': z.string(), name: z.string(), version: z.string(), purl: z.string() }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

it('has every package of production with its version, and none of development', async () => {
  const { dependencies, devDependencies } = project.parse(
    JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')),
  );
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/sbom.mjs'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { components, dependencies: graph } = bill.parse(JSON.parse(stdout));
  const listed = components.map(({ name }) => name);
  for (const name of dependencies) expect(listed).toContain(name);
  // Packages in production depend on Node's types as well.
  for (const name of devDependencies.filter((each) => each !== '@types/node'))
    expect(listed).not.toContain(name);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(`${ROOT}node_modules/zod/package.json`, 'utf8')));
  expect(components.find(({ name }) => name === 'zod')?.purl).toBe(`pkg:npm/zod@${version}`);
  const references = new Set(components.map((each) => each['bom-ref']));
  expect(references.size).toBe(components.length);
  for (const { dependsOn } of graph) for (const each of dependsOn) expect(references.has(each)).toBe(true);
});
