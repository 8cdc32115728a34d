import { FRIDAY, formatWeekday, nextWeekday, TUESDAY } from '#newsletter/values/dates.ts';
import { block, buttonTo, columns, type Template, tinted, wide } from './template.ts';

/** An invitation to a school event. */
export const schoolEvent: Template = {
  id: 'event',
  title: 'Event',
  subtitle: 'An invitation with all that matters',
  newsletterTitle: () => 'You are invited to our concert',
  layout: 'two_columns_right',
  art: ['choir', 'cakes'],
  design: 'playground',
  segments: ({ today, school, art }) => [
    ...wide(
      block('heading', 'invitation', { text: 'Come and hear us sing' }),
      block('image', 'choir', {
        url: art('choir'),
        alt: 'The school choir sings on a stage under strings of lights',
        caption: 'The choir at last year’s concert',
      }),
      block('text', 'about', {
        html: '<p>The choir has been practising since September, the recorders have found most of the notes, and the youngest classes have a surprise for you. The evening lasts about an hour.</p>',
      }),
    ),
    ...tinted(
      block('heading', 'when-heading', { text: 'When and where' }),
      block('event', 'when', {
        rows: [
          {
            id: 'concert',
            title: 'School concert',
            description: 'Doors open half an hour before.',
            date: nextWeekday(today, FRIDAY, 21),
            time: '18:00',
            end: '19:00',
            place: 'School hall',
          },
          {
            id: 'rehearsal',
            title: 'Dress rehearsal',
            description: 'During the school day. Please send costumes in a named bag.',
            date: nextWeekday(today, TUESDAY, 17),
          },
        ],
      }),
    ),
    ...columns(
      [
        block('boxed_text', 'good-to-know', {
          html: '<h2>Good to know</h2><p>The hall is on the ground floor, with a ramp at the side door and a hearing loop in the first four rows.</p>',
          background: '#e4f5fc',
          color: '#16243d',
          word_break: 'break-word',
          colours: 'design',
        }),
      ],
      [
        block('text', 'tickets', {
          html: `<h2>Tickets</h2><ul><li><p>Two for each family; more from ${formatWeekday(nextWeekday(today, FRIDAY, 14))} if there are any left</p></li><li><p>Free, with a collection for new music stands</p></li><li><p>Please tell the office about wheelchairs and pushchairs, so that we can keep room</p></li></ul>`,
        }),
        ...buttonTo(school.website, 'book', 'Ask for tickets'),
      ],
    ),
    ...wide(
      block('image', 'cakes', { url: art('cakes'), alt: 'Cup cakes with coloured icing on a stand' }),
      block('text', 'cakes-text', {
        html: '<h2>Cakes wanted</h2><p>Refreshments are served in the library afterwards. If you can bake, please bring cakes (no nuts) to the office on the day, with a list of what is in them.</p>',
      }),
    ),
    ...columns(
      [
        block('footer', 'footer', {
          text: 'Please do not put photos or videos of other people’s children online.',
        }),
      ],
      [],
    ),
  ],
};
