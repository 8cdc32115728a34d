import { FRIDAY, formatWeekday, nextWeekday, THURSDAY } from '#newsletter/values/dates.ts';
import { block, columns, type Template, tinted, wide } from './template.ts';

/** Information for families about a sports day. */
export const sportsDay: Template = {
  id: 'sports_day',
  title: 'Sports day',
  subtitle: 'Times, kit and rules of the day',
  newsletterTitle: () => 'Sports day: all you need to know',
  layout: 'two_columns_center',
  art: ['sports'],
  design: 'poster',
  segments: ({ today, art }) => [
    ...wide(
      block('image', 'race', {
        url: art('sports'),
        alt: 'Three children line up for a race on the school field',
        caption: 'Heats for every class, and a race for the grown-ups',
      }),
      block('heading', 'ready', { text: 'Ready, steady …' }),
      block('text', 'intro', {
        html: `<p>Sports day is on ${formatWeekday(nextWeekday(today, FRIDAY, 14))}. Every child takes part, every child scores for their house, and nobody is picked last, because nobody is picked.</p>`,
      }),
    ),
    ...columns(
      [
        block('text', 'kit', {
          html: '<h2>What to bring</h2><ul><li><p>PE kit in the colour of the house</p></li><li><p>Trainers that stay on</p></li><li><p>A sun hat, and sun cream already on</p></li><li><p>A full water bottle with a name on it</p></li></ul><p>Inhalers and other medicines go to the first-aid table, as always with a signed form.</p>',
        }),
      ],
      [
        block('boxed_text', 'helpers', {
          html: '<h2>Six pairs of hands wanted</h2><p>We need help with stopwatches, finishing tapes and orange quarters. Tell the office if you can spare an hour.</p>',
          background: '#fff3cc',
          color: '#3a2c00',
          word_break: 'break-word',
          colours: 'design',
        }),
        block('text', 'rules', {
          html: '<h2>On the side line</h2><p>Please cheer for everybody, keep behind the ropes, and leave dogs and footballs at home. The gate by the field is open from 9.15; the car park is kept free for those who cannot walk far.</p>',
        }),
      ],
    ),
    ...tinted(
      block('heading', 'times-heading', { text: 'The day' }),
      block('event', 'times', {
        rows: [
          {
            id: 'infants',
            title: 'Reception to Year 2',
            description: 'Families on the bank by the oak tree, please.',
            date: nextWeekday(today, FRIDAY, 14),
            time: '09:30',
            end: '11:45',
            place: 'School field',
          },
          {
            id: 'juniors',
            title: 'Years 3 to 6',
            description: 'Bring a picnic and join us from noon.',
            date: nextWeekday(today, FRIDAY, 14),
            time: '13:00',
            end: '15:00',
            place: 'School field',
          },
          {
            id: 'reserve',
            title: 'If it rains: the reserve day',
            description: 'We decide by 7.30 that morning and send a message.',
            date: nextWeekday(today, THURSDAY, 20),
            time: '09:30',
            end: '15:00',
            place: 'School field',
          },
        ],
      }),
    ),
    ...columns(
      [
        block('footer', 'footer', {
          text: 'Photos of your own child are welcome. Please do not post other people’s.',
        }),
      ],
      [],
    ),
  ],
};
