import { FRIDAY, formatWeekday, MONDAY, nextWeekday, THURSDAY } from '#newsletter/values/dates.ts';
import { block, columns, type Template } from './template.ts';

/** A letter from the head teacher, in one column. */
export const headsLetter: Template = {
  id: 'heads_letter',
  title: 'Head’s letter',
  subtitle: 'One column, for reading through',
  newsletterTitle: () => 'A letter from the head teacher',
  layout: 'one_column',
  art: ['school'],
  design: 'letter',
  segments: ({ today, art }) =>
    columns([
      block('image', 'school', {
        url: art('school'),
        alt: 'The school on a bright morning: red brick, a clock tower and a green door',
      }),
      block('text', 'letter', {
        html: '<p>Dear parents and carers,</p><p>We are halfway through the term, and I would like to tell you how things stand: what has gone well, what we are changing, and how you can help.</p>',
      }),
      block('heading', 'going-well', { text: 'What has gone well' }),
      block('text', 'going-well-text', {
        html: '<p>The children have settled quickly. In every class I visited this month I saw them listening to each other, which is harder than listening to a teacher. Our reading results are up again, and the choir has grown so much that it now practises in the hall.</p><p>None of this happens without the people who work here. If a member of staff has made a difference to your child, do tell them. It is the best part of anybody’s week.</p>',
      }),
      block('heading', 'changing', { text: 'What is changing' }),
      block('text', 'changing-text', {
        html: `<p>From ${formatWeekday(nextWeekday(today, MONDAY, 7))}:</p><ul><li><p><strong>The gate opens at 8.40</strong>, five minutes earlier, so that nobody waits on the pavement.</p></li><li><p><strong>Lunch is in two sittings</strong>, with the youngest children first.</p></li><li><p><strong>Homework comes home on Thursdays</strong> and is due back the next Tuesday.</p></li></ul>`,
      }),
      block('boxed_text', 'ask', {
        html: '<h2>How you can help</h2><p>Please walk, cycle or park a street away. The road outside is safest when it is empty, and the walk does all of us good.</p>',
        background: '#e4f5fc',
        color: '#16243d',
        word_break: 'break-word',
        colours: 'design',
      }),
      block('text', 'close', {
        html: '<p>My door is open every Friday morning, and there is always coffee. If something worries you, please do not wait for a parents’ evening: come in, or write to the office, and we will find a time.</p><p>With warm wishes,</p><p><em>The head teacher</em></p>',
      }),
      block('event', 'dates', {
        rows: [
          {
            id: 'coffee',
            title: 'Coffee with the head teacher',
            description: 'No appointment needed.',
            date: nextWeekday(today, FRIDAY, 6),
            time: '08:50',
            end: '09:30',
            place: 'Library',
          },
          {
            id: 'governors',
            title: 'Meet the governors',
            description: 'Questions are welcome, on the night or in writing before.',
            date: nextWeekday(today, THURSDAY, 18),
            time: '18:00',
            end: '19:15',
            place: 'School hall',
          },
        ],
      }),
      block('footer', 'footer', {
        text: 'Please tell us if you would like this letter on paper or in large print.',
      }),
    ]),
};
