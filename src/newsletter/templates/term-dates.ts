import { FRIDAY, MONDAY, nextWeekday, THURSDAY, TUESDAY, WEDNESDAY } from '#newsletter/values/dates.ts';
import { block, columns, type Template } from './template.ts';

/** The dates of a term, to keep. */
export const termDatesTemplate: Template = {
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
        caption: 'Harvest in the hall: one of the first dates of the year',
      }),
      block('heading', 'term', { text: 'Dates for the term' }),
      block('text', 'intro', {
        html: '<p>Please put these in your diary now: each date can be added to your phone’s calendar with one tap.</p>',
      }),
      block('event', 'dates', { rows: datesAfter(today) }),
      block('heading', 'school-day', { text: 'The school day' }),
      block('table', 'hours', {
        headings: ['Class', 'Gates open', 'Register', 'Home time'],
        rows: [
          ['Reception', '8.40', '8.50', '3.10'],
          ['Years 1 and 2', '8.40', '8.50', '3.15'],
          ['Years 3 to 6', '8.40', '8.50', '3.20'],
        ],
        rowHeads: true,
      }),
      block('boxed_text', 'holidays', {
        html: '<h2>Holidays in term time</h2><p>We can allow absence in term time only for exceptional reasons. Please ask in writing before you book.</p>',
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

function datesAfter(today: string) {
  const halfTerm = nextWeekday(today, MONDAY, 42);
  return [
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
      end: '16:30',
    },
    {
      id: 'photos',
      title: 'School photographs',
      description: 'Brothers and sisters together before school, from 8.20.',
      date: nextWeekday(today, TUESDAY, 21),
    },
    {
      id: 'half-term',
      title: 'Half term',
      description: 'School is closed to all children.',
      date: halfTerm,
      last_day: nextWeekday(halfTerm, FRIDAY, 1),
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
      end: '19:00',
      place: 'Your child’s classroom',
    },
    {
      id: 'last-day',
      title: 'Last day of term',
      description: 'School ends at 2 o’clock.',
      date: nextWeekday(today, FRIDAY, 84),
      time: '14:00',
    },
  ];
}
