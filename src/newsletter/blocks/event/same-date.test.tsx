import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { NO_DATES, SchoolDatesContext } from '#newsletter/fields/school-dates-context.tsx';
import { SameDate } from './same-date.tsx';

/** Whether an event is a date that the school has announced already. */

const [OWN, ANNOUNCED] = ['a'.repeat(32), 'b'.repeat(32)];
const ROW = { id: OWN, title: 'Sprots day', description: 'Bring a hat.', date: '2097-06-12' };

function ask(row: typeof ROW, title = 'Sports day') {
  const onAnswer = vi.fn();
  const announced = [{ rows: [ANNOUNCED], title, date: '2097-06-12' }];
  render(
    <MantineProvider>
      <SchoolDatesContext value={{ ...NO_DATES, announced }}>
        <SameDate row={row} onAnswer={onAnswer} />
      </SchoolDatesContext>
    </MantineProvider>,
  );
  return onAnswer;
}

it('is asked in words, and either answer is kept in the event', async () => {
  const onAnswer = ask(ROW);
  screen.getByRole('group', { name: 'The same as Sports day, 12 June?' });
  await userEvent.click(screen.getByRole('button', { name: 'The same' }));
  expect(onAnswer).toHaveBeenLastCalledWith({ ...ROW, id: ANNOUNCED });
  await userEvent.click(screen.getByRole('button', { name: 'Another date' }));
  expect(onAnswer).toHaveBeenLastCalledWith({ ...ROW, apart: [ANNOUNCED] });
});

it('is not asked of anything else', () => {
  ask(ROW, 'Cake sale');
  expect(screen.queryByRole('group')).toBeNull();
});
