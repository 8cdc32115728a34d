import { randomUUID } from 'node:crypto';
import type { DesignId } from '#newsletter/designs/index.ts';
import { type Block, columnCount, type LayoutType, toCode } from '#newsletter/document/document.ts';
import { type Segment, segmentColumns } from '#newsletter/document/segments.ts';
import { nextSentence } from '#newsletter/issues/next-sentence.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { columns, tinted, wide } from '#newsletter/templates/template.ts';
import { FRIDAY, MONDAY, nextWeekday } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';

/** The demo school's newsletters: a finished one and two drafts. */

/** The addresses of the uploaded images and files. */
export type Uploads = Readonly<
  Record<'harvest' | 'forest' | 'cakes' | 'choir' | 'library' | 'sports' | 'art' | 'school' | 'menu', string>
>;

// Like the editor's ids. They identify a date in copies.
const rowId = () => randomUUID().replaceAll('-', '');

/** The input of the call that creates a newsletter. */
export interface DemoNewsletter {
  readonly title: string;
  readonly layout_type: LayoutType;
  readonly design: DesignId;
  readonly code: readonly unknown[];
}

/** The finished newsletter, in two columns. Its dates are in the weeks after `today`. */
export function autumnNews(uploads: Uploads, today: Date): DemoNewsletter {
  return newsletterOf('Autumn news, week 5', 'two_columns_center', 'bulletin', [
    ...wide(...harvest(uploads)),
    ...tinted(heading('dates-heading', 'Dates for the diary'), datesAfter(today)),
    ...columns(forestSchool(uploads), [fromTheHead(), ...besides(uploads, today)]),
    ...wide(...clubs(uploads)),
  ]);
}

const harvest = (uploads: Uploads): Block[] => [
  heading('harvest', 'A harvest to be proud of'),
  image(
    'harvest-table',
    uploads.harvest,
    'A table with a basket of vegetables, pumpkins, apples and a jar of wheat',
    'The harvest table in the hall, before it all went to the food bank',
  ),
  text(
    'thanks',
    '<p>Thank you for every tin, packet and enormous marrow. Together we filled eleven crates for the Oakfield food bank, and Year 4 sang <em>Big Red Combine Harvester</em> loudly enough to be heard from the car park.</p>',
  ),
  {
    name: 'photos',
    type: 'button',
    value: { btnText: 'See all the photos', url: 'https://www.oakfield.sch.example/harvest' },
  },
];

const forestSchool = (uploads: Uploads): Block[] => [
  heading('forest', 'Forest School is back'),
  image(
    'forest-path',
    uploads.forest,
    'Two children in bright coats walk into an autumn wood',
    'On the path to the old oak',
  ),
  text(
    'forest-kit',
    '<p>Robins and Wrens have Forest School every Thursday until half term. Please send wellies, a waterproof coat and a change of socks.</p>',
  ),
];

const fromTheHead = (): Block => ({
  name: 'from-the-head',
  type: 'boxed_text',
  value: {
    html: '<p><strong>From Mrs Adeyemi</strong><br>Five weeks in, and our new Reception children already know where the good conkers are. I could not be prouder of how kindly Year 6 have looked after them.</p>',
    background: '#fdf1d7',
    color: '#2f2a1c',
    word_break: 'break-word',
    colours: 'design',
  },
});

function datesAfter(today: Date): Block {
  const halfTerm = nextWeekday(dayIn('UTC', today), MONDAY, 14);
  return {
    name: 'dates',
    type: 'event',
    value: {
      rows: [
        {
          id: rowId(),
          title: 'Open morning',
          description: 'Tours for new Reception families.',
          date: dayAfter(today, 4),
          time: '09:15',
          end: '11:00',
          place: 'Meet at the green door',
        },
        {
          id: rowId(),
          title: 'PTA cake sale',
          description: 'Bring change, and a box for what you take home!',
          date: fridayAfter(today, 7),
          time: '15:20',
          end: '16:00',
          place: 'Playground',
        },
        {
          id: rowId(),
          title: 'Half term',
          description: 'School is closed to all children.',
          date: halfTerm,
          last_day: nextWeekday(halfTerm, FRIDAY, 1),
        },
      ],
    },
  };
}

const clubs = (uploads: Uploads): Block[] => [
  heading('clubs', 'Clubs after half term'),
  {
    name: 'clubs-table',
    type: 'table',
    value: {
      headings: ['Club', 'Day', 'Ends', 'For'],
      rows: [
        ['Chess', 'Monday', '16:15', 'Years 3 to 6'],
        ['Football', 'Tuesday', '16:30', 'Years 5 and 6'],
        ['Baking', 'Wednesday', '16:30', 'Years 1 and 2'],
        ['Art', 'Thursday', '16:15', 'Years 3 and 4'],
      ],
      rowHeads: true,
    },
  },
  {
    name: 'clubs-photos',
    type: 'image_group',
    value: {
      images: [
        { url: uploads.sports, alt: 'Three children line up for a race on the school field' },
        { url: uploads.art, alt: 'Children look at paintings on the wall of the corridor' },
        { url: uploads.cakes, alt: 'Cup cakes on a stand' },
      ],
      pattern: 'one_and_two',
      caption: 'Running, painting and baking: three reasons to stay after school',
    },
  },
];

const besides = (uploads: Uploads, today: Date): Block[] => [
  heading('attendance-heading', 'Attendance this week'),
  {
    name: 'attendance',
    type: 'attendance',
    value: {
      background: '#ffffff',
      rows: [
        { id: 'kestrels', name: 'Kestrels, Year 6', percents: 98.2 },
        { id: 'herons', name: 'Herons, Year 4', percents: 97 },
        { id: 'robins', name: 'Robins, Reception', percents: 94.6 },
      ],
    },
  },
  { name: 'menu', type: 'download', value: { name: 'Autumn lunch menu', url: uploads.menu } },
  {
    name: 'social',
    type: 'social_media',
    value: {
      facebook: 'https://www.facebook.com/oakfieldprimary',
      instagram: 'https://www.instagram.com/oakfieldprimary',
      youtube: 'https://www.youtube.com/@oakfieldprimary',
    },
  },
  footer(nextSentence(fridayAfter(today, 7))),
];

/** A draft in one column. */
export function winterConcert(uploads: Uploads, today: Date): DemoNewsletter {
  return newsletterOf('Winter concert: tickets and times', 'one_column', 'playground', [
    ...columns([
      heading('concert', 'Come and hear us sing'),
      image('choir', uploads.choir, 'The school choir sings on a stage under strings of lights'),
      text(
        'about',
        '<p>The choir has been practising since September, and the whole of Key Stage 1 has a surprise for you. Doors open at <strong>5.30 pm</strong>; mince pies and squash are served in the library afterwards.</p><ul><li><p>Two tickets for each family, more if there are any left</p></li><li><p>Please send the slip back by Friday</p></li><li><p>The hall is on the ground floor, and there is a hearing loop</p></li></ul>',
      ),
      {
        name: 'when',
        type: 'event',
        value: {
          rows: [
            {
              id: rowId(),
              title: 'Winter concert',
              description: 'Children come back to school at 5.15 pm.',
              date: dayAfter(today, 28),
              time: '18:00',
              end: '19:15',
              place: 'School hall',
            },
          ],
        },
      },
      {
        name: 'tickets',
        type: 'button',
        value: { btnText: 'Ask for tickets', url: 'https://www.oakfield.sch.example/concert' },
      },
      {
        name: 'pictures',
        type: 'image_group',
        value: {
          images: [
            { url: uploads.cakes, alt: 'Cup cakes on a stand' },
            { url: uploads.art, alt: "Children look at paintings on the corridor's wall" },
          ],
          pattern: 'two',
          caption: 'Cakes from the PTA, and the winter exhibition on your way to the library',
        },
      },
      footer('Thank you to the PTA for the refreshments.'),
    ]),
  ]);
}

/** Another draft, with a wide left column. */
export function newFamilies(uploads: Uploads, today: Date): DemoNewsletter {
  const lead: Block[] = [
    image(
      'school',
      uploads.school,
      'The school: red brick, a clock tower and a green door',
      'The green door on Mill Lane is open from 8.40',
    ),
    heading('welcome', 'Welcome to Oakfield'),
  ];
  const left: Block[] = [
    text(
      'first-days',
      '<p>Starting school is a big step, for parents too. Here is what the first days look like, and whom to ask when something is not clear. No question is too small: we have heard them all, and we like them.</p><h2>The first morning</h2><p>Come to the green door at 8.45. A Year 6 buddy will be waiting to show your child their peg.</p>',
    ),
    image('library', uploads.library, 'Two children read on a rug in front of full bookshelves'),
  ];
  const right: Block[] = [
    heading('at-a-glance', 'At a glance'),
    {
      name: 'hours',
      type: 'table',
      value: {
        headings: ['The school day', 'Time'],
        rows: [
          ['Gates open', '8.40'],
          ['Register', '8.50'],
          ['Lunch', '12.00'],
          ['Home time', '3.20'],
        ],
        rowHeads: true,
      },
    },
    { name: 'line', type: 'divider', value: { style: 'solid' } },
    {
      name: 'tea',
      type: 'event',
      value: {
        rows: [
          {
            id: rowId(),
            title: 'Tea for new families',
            description: 'Toddlers are welcome.',
            date: dayAfter(today, 11),
            time: '15:30',
            end: '16:30',
            place: 'Library',
          },
        ],
      },
    },
    image('sports', uploads.sports, 'Three children line up for a race on the school field'),
    footer('The office is open from 8.15 to 4.'),
  ];
  return newsletterOf('Welcome to our new families', 'two_columns_left', 'poster', [
    ...wide(...lead),
    ...columns(left, right),
  ]);
}

function newsletterOf(
  title: string,
  layout: LayoutType,
  design: DesignId,
  strips: readonly Segment<Block>[],
): DemoNewsletter {
  const document = { ...DEFAULT_SETTINGS, layout, columns: segmentColumns(strips, columnCount(layout)) };
  return { title, layout_type: layout, design, code: toCode(document) };
}

function heading(name: string, words: string): Block {
  return { name: `${name}-title`, type: 'heading', value: { text: words } };
}

function text(name: string, html: string): Block {
  return { name: `${name}-text`, type: 'text', value: { html } };
}

function image(name: string, url: string, alt: string, caption?: string): Block {
  const value = caption === undefined ? { url, alt } : { url, alt, caption };
  return { name: `${name}-image`, type: 'image', value };
}

function footer(words: string): Block {
  return { name: 'footer', type: 'footer', value: { text: words } };
}

const WEEKDAYS = new Set([1, 2, 3, 4, FRIDAY]);

/** The day `days` later, or the next school day after it, as `YYYY-MM-DD`. */
function dayAfter(today: Date, days: number): string {
  const day = new Date(today.getTime() + days * DAY_MS);
  return WEEKDAYS.has(day.getUTCDay()) ? day.toISOString().slice(0, 10) : dayAfter(today, days + 1);
}

/** The first Friday at least `days` later, as `YYYY-MM-DD`. */
function fridayAfter(today: Date, days: number): string {
  return nextWeekday(dayIn('UTC', today), FRIDAY, days);
}
