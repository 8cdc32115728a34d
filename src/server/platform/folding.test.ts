import { expect, it } from 'vitest';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { TestClock } from '#test/app.ts';
import { errorKind, Folding } from './folding.ts';

it('writes the first line of a kind, and once a minute how often it came since', () => {
  const clock = new TestClock();
  const folding = new Folding(clock);
  const lines: string[] = [];
  const fail = (message: string) => {
    const error = new Error('A job failed', { cause: new Error(message) });
    folding.write(errorKind(error), (times) => lines.push(`${message} ${times ?? ''}`.trim()));
  };
  for (let at = 0; at < 5; at += 1) fail('away');
  fail('full');
  expect(lines).toEqual(['away', 'full']);
  clock.advance(MINUTE_MS);
  fail('away');
  fail('away');
  expect(lines.slice(2)).toEqual(['away 5']);
  clock.advance(MINUTE_MS);
  fail('full');
  expect(lines.slice(3)).toEqual(['full']);
});
