import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORTED = /(?:from|import)\s*\(?\s*'(?:#test\/|(\.\.?\/))([^']+\.ts)'/g;

/** The server's tests that open no test database, directly or by a helper: PostgreSQL would make no difference to them. */
export function testsWithoutDatabase(): string[] {
  return globSync('{src/server,test}/**/*.test.ts').filter((file) => !opensDatabase(file, new Set()));
}

function opensDatabase(file: string, seen: Set<string>): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (text.includes('TEST_DATABASE_URL')) return true;
  return [...text.matchAll(IMPORTED)]
    .map(([, isRelative, path = '']) => join(isRelative ? join(dirname(file), isRelative) : 'test', path))
    .some((helper) => helper.startsWith('test/') && opensDatabase(helper, seen));
}
