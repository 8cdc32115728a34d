import { FRIDAY, MONDAY, nextWeekday, THURSDAY, TUESDAY, WEDNESDAY } from '#newsletter/values/dates.ts';
import { block, columns, type Template } from './template.ts';

/** The dates of a term, to keep. */
export const termDates: Template = {
  id: 'term_dates',
  title: 'Term dates',
  subtitle: 'For the fridge and the calendar',
  newsletterTitle: () => 'Dates for the new term',
  layout: 'one_column',
  art: ['harvest'],
  design: 'broadsheet',
  segments: ({ today, art }) =>
    columns([
      block('image', 'season', {
        url: art('harvest'),
        alt: 'A table with a basket of vegetables, pumpkins, apples and a jar of wheat',
      }),
      block('heading', 'term', { text: 'Dates for the term' }),
      block('text', 'intro', {
        html: '<p>Please put these in your diary now: each date can be added to your phone’s calendar with one tap. School begins at 8.50 and ends at 3.20.</p>',
      }),
      block('event', 'dates', {
        rows: [
          {
            id: 'first-day',
            title: 'First day of term',
            description: 'Gates open at 8.40.',
            date: nextWeekday(today, MONDAY, 7),
          },
          {
            id: 'meet-the-teacher',
            title: 'Meet the teacher',
            description: 'In your child’s classroom.',
            date: nextWeekday(today, WEDNESDAY, 14),
            time: '15:30',
          },
          {
            id: 'photos',
            title: 'School photographs',
            description: 'Brothers and sisters together before school, from 8.20.',
            date: nextWeekday(today, TUESDAY, 21),
          },
          {
            id: 'half-term',
            title: 'Last day before half term',
            description: 'School ends at the usual time.',
            date: nextWeekday(today, FRIDAY, 42),
          },
          {
            id: 'back',
            title: 'Back after half term',
            description: 'All years.',
            date: nextWeekday(today, MONDAY, 52),
          },
          {
            id: 'training-day',
            title: 'Staff training day',
            description: 'School is closed to children.',
            date: nextWeekday(today, FRIDAY, 60),
          },
          {
            id: 'parents-evening',
            title: 'Parents’ evening',
            description: 'Appointments can be booked two weeks before.',
            date: nextWeekday(today, THURSDAY, 70),
            time: '16:00',
          },
          {
            id: 'last-day',
            title: 'Last day of term',
            description: 'School ends at 2 o’clock.',
            date: nextWeekday(today, FRIDAY, 84),
            time: '14:00',
          },
        ],
      }),
      block('boxed_text', 'holidays', {
        html: '<p><strong>Holidays in term time</strong></p><p>We can allow absence in term time only for exceptional reasons. Please ask in writing before you book.</p>',
        background: '#e4f5fc',
        color: '#16243d',
        word_break: 'break-word',
        colours: 'design',
      }),
      block('footer', 'footer', {
        text: 'If a date has to change, you will hear from us by this newsletter.',
      }),
    ]),
};
