import { expect, it } from 'vitest';
import type { Part } from '#contract/parts/parts.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import { reachOf } from './part-reach.ts';

const heading = (name: string) => ({ name, type: 'heading', value: { text: name } });
const text = (name: string) => ({ name, type: 'text', value: { html: `<p>${name}</p>` } });

function reach(code: readonly unknown[], ...blocks: readonly string[]): readonly string[] {
  const parts = new Map<string, Part>(
    blocks.map((block) => [
      block,
      {
        id: block,
        type: 'part',
        attributes: {
          newsletter_id: 'n',
          newsletter_title: 'News',
          block,
          label: block,
          is_gone: false,
          person_id: 'p',
          person_name: 'Hugh Hughes',
          due_on: '2030-01-02',
          done_at: null,
          changed: null,
        },
      },
    ]),
  );
  const found = reachOf(fromCode('one_column', upgradeCode(code)), parts);
  return [...found]
    .map(
      ([name, { part, isStart, isEnd }]) =>
        `${name}: ${part}${isStart ? ' begins' : ''}${isEnd ? ' ends' : ''}`,
    )
    .sort();
}

const CODE = [text('first'), heading('four'), text('a'), text('b'), heading('five'), text('c')];

it('goes from a heading to the next one', () => {
  expect(reach(CODE, 'four')).toEqual(['a: four', 'b: four ends', 'four: four begins']);
});

it('is a block alone, unless that is a heading', () => {
  expect(reach(CODE, 'first')).toEqual(['first: first begins ends']);
});

it('leaves out what is somebody else’s part', () => {
  expect(reach(CODE, 'four', 'a')).toEqual(['a: a begins ends', 'b: four ends', 'four: four begins']);
});

it('is nowhere while its block is gone', () => {
  expect(reach(CODE, 'gone')).toEqual([]);
});
