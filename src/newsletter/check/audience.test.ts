import { expect, it } from 'vitest';
import { findingsOf, sample } from '#test/support/newsletter/check-samples.ts';

const group = '00000000-0000-4000-8000-000000000004';
const heading = (name: string, audience?: string[]) => ({
  ...sample('heading', { text: 'Harvest' }, name),
  ...(audience && { audience }),
});

it('finds that everyone else gets an empty newsletter', () => {
  const [finding] = findingsOf('audience-all', [heading('a', [group]), heading('b', [group])]);
  expect(finding).toMatchObject({ block: 'a', severity: 'hint' });
  expect(findingsOf('audience-all', [heading('a', [group]), heading('b')])).toEqual([]);
  expect(findingsOf('audience-all', [])).toEqual([]);
});

it('finds a block that nobody sees', () => {
  const found = findingsOf('audience-none', [heading('a'), heading('b', []), heading('c', [group])]);
  expect(found).toMatchObject([{ block: 'b', severity: 'error' }]);
});
