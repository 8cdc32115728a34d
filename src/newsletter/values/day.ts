import { z } from 'zod';

/** Days as people enter them, `YYYY-MM-DD`. */

const DAY_MESSAGES = {
  required: 'Required',
  format: 'Not a date, should be like 2026-10-09',
  range: 'The year should be from 1900 to 9998',
} as const;
/** The day after the last one still has a year of four digits, which calendars need. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '9998-12-31';

export const calendarDay = z.iso
  .date({
    error: ({ input }) =>
      typeof input !== 'string' || input === '' ? DAY_MESSAGES.required : DAY_MESSAGES.format,
    abort: true,
  })
  .refine((day) => day >= FIRST_DAY && day <= LAST_DAY, DAY_MESSAGES.range);
