import type { DesignId } from '#newsletter/designs/index.ts';
import {
  type Block,
  codeSchema,
  type LayoutType,
  type NewsletterDocument,
} from '#newsletter/document/document.ts';
import { type Segment, segmentColumns } from '#newsletter/document/segments.ts';
import { block, columns, tinted, wide } from '#newsletter/templates/template.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';

/** The newsletter in the reviewed pictures: a school's real content, every block, on a fixed day. */

export const ORIGIN = 'https://oakfield.example';
export const TITLE = 'Autumn news, week 5';
export const TODAY = '2026-10-09';

/** A school with a wide logo that holds its name, or with a crest next to its name. */
export function sampleSchool(design: DesignId, hasCrest: boolean): SchoolBranding {
  return {
    name: 'Oakfield Primary School',
    logo: hasCrest ? '/files/crest.png' : '/files/oakfield.png',
    logo_aspect: hasCrest ? 0.86 : 960 / 270,
    email: 'office@oakfield.sch.example',
    phone: '01632 960 148',
    website: 'https://www.oakfield.sch.example',
    postal_address: 'Mill Lane, Oakfield OX12 0AA',
    primary_color: '#1f5d45',
    secondary_color: '#f2b632',
    language: 'en',
    time_zone: 'Europe/London',
    design,
  };
}

/** The document in one layout. */
export function sampleDocument(layout: LayoutType, design: DesignId): NewsletterDocument {
  const isSingle = layout === 'one_column';
  const segments = isSingle ? SEGMENTS.map(inOneColumn) : SEGMENTS;
  return {
    layout,
    design,
    colours: null,
    issueDate: TODAY,
    columns: segmentColumns(segments, isSingle ? 1 : 2),
  };
}

function inOneColumn(segment: Segment<Block>): Segment<Block> {
  return 'wide' in segment ? segment : { columns: [segment.columns.flat()] };
}

const SEGMENTS: readonly Segment<Block>[] = [
  ...wide(
    block('heading', 'lead', { text: 'A harvest to be proud of' }),
    block('image', 'harvest', {
      url: '/files/harvest.jpg',
      alt: 'A table with a basket of vegetables, pumpkins, apples and a jar of wheat',
      caption: 'The harvest table in the hall, before it went to the food bank',
    }),
    block('text', 'thanks', {
      html: '<p>Thank you for every tin, packet and enormous marrow. Together we filled eleven crates for the <a href="https://www.oakfield.sch.example/food-bank">Oakfield food bank</a>, and Year 4 sang <em>Big Red Combine Harvester</em> loudly enough to be heard from the car park.</p>',
    }),
    block('button', 'photos', {
      btnText: 'See all the photos',
      url: 'https://www.oakfield.sch.example/harvest',
    }),
  ),
  ...tinted(
    block('heading', 'dates-heading', { text: 'Dates for the diary' }),
    block('event', 'dates', {
      order: 'date',
      rows: [
        {
          id: 'open-morning',
          title: 'Open morning',
          description: 'Tours for new Reception families. Toddlers are welcome.',
          date: '2026-10-14',
          time: '09:15',
          end: '11:00',
          place: 'Meet at the green door',
        },
        {
          id: 'cake-sale',
          title: 'PTA cake sale',
          description: 'Bring change!',
          date: '2026-10-16',
          time: '15:20',
          place: 'Playground',
          state: 'cancelled',
        },
        {
          id: 'half-term',
          title: 'Half term',
          description: 'School is closed to all children.',
          date: '2026-10-26',
          last_day: '2026-10-30',
        },
        {
          id: 'pantomime',
          title: 'Pantomime trip',
          description: 'The whole school by coach. Packed lunches, please.',
          date: '2027-01-12',
          time: '09:00',
        },
      ],
    }),
  ),
  ...columns(
    [
      block('heading', 'forest-heading', { text: 'Forest School is back' }),
      block('image', 'forest', {
        url: '/files/forest.jpg',
        alt: 'Two children in bright coats walk into an autumn wood',
        caption: 'Robins on the path to the old oak',
      }),
      block('text', 'forest-kit', {
        html: '<p>Robins and Wrens have Forest School every Thursday until half term. Please send:</p><ul><li><p>wellies and a waterproof coat</p></li><li><p>a change of socks</p></li></ul><h2>In the classroom</h2><p>Year 5 have begun their topic on rivers. If you have a photo of your child beside any water at all, please send it in.</p>',
      }),
      block('video', 'song', {
        url: 'https://www.youtube.com/watch?v=harvest',
        title: 'Year 4 sing at the harvest assembly',
        poster: '/files/choir.jpg',
      }),
    ],
    [
      block('boxed_text', 'from-the-head', {
        html: '<p><strong>From Mrs Adeyemi</strong><br>Five weeks in, and our new Reception children already know where the good conkers are. I could not be prouder of how kindly Year 6 have looked after them.</p>',
        background: '#fdf1d7',
        color: '#2f2a1c',
        word_break: 'break-word',
        colours: 'design',
      }),
      block('heading', 'attendance-heading', { text: 'Attendance' }),
      block('attendance', 'attendance', {
        background: '#ffffff',
        rows: [
          { id: 'kestrels', name: 'Kestrels, Year 6', percents: 98.2 },
          { id: 'herons', name: 'Herons, Year 4', percents: 97 },
          { id: 'robins', name: 'Robins, Reception', percents: 94.6 },
        ],
      }),
      block('download', 'menu', { name: 'Autumn lunch menu', url: '/files/lunch-menu.pdf' }),
      block('divider', 'line', { style: 'solid' }),
      block('image', 'reader', {
        url: '/files/portrait.jpg',
        alt: 'A child reads on a rug in front of full bookshelves',
        size: 'half',
      }),
      block('text', 'reading', {
        html: '<p>Ten minutes of reading an evening makes more difference than anything else. Comics, recipes and football reports all count.</p>',
      }),
    ],
  ),
  ...wide(
    block('heading', 'clubs-heading', { text: 'Clubs after half term' }),
    block('table', 'clubs', {
      headings: ['Club', 'Day', 'Ends', 'For'],
      rows: [
        ['Chess', 'Monday', '16:15', 'Years 3 to 6'],
        ['Football', 'Tuesday', '16:30', 'Years 5 and 6'],
        ['Recorders', 'Thursday', '16:00', 'Years 2 and 3'],
      ],
      rowHeads: true,
    }),
    block('image_group', 'sports', {
      images: [
        { url: '/files/sports.jpg', alt: 'Three children line up for a race on the school field' },
        { url: '/files/art.jpg', alt: 'Children look at paintings on the wall of a corridor' },
        { url: '/files/cakes.jpg', alt: 'Cup cakes with coloured icing on a stand' },
      ],
      pattern: 'one_and_two',
      caption: 'Sports, painting and baking: three reasons to stay after school',
    }),
    block('image', 'beside', {
      url: '/files/school.jpg',
      alt: 'The school: red brick, a clock tower and a green door',
      size: 'beside',
      html: '<h2>The office</h2><p>Is open from 8.15 to 4. If your child is ill, please ring before 9 o’clock on each day of absence.</p>',
    }),
    block('social_media', 'social', {
      facebook: 'https://www.facebook.com/oakfieldprimary',
      instagram: 'https://www.instagram.com/oakfieldprimary',
      youtube: 'https://www.youtube.com/@oakfieldprimary',
    }),
  ),
  ...columns([block('footer', 'footer', { text: 'The next newsletter is on Friday 16 October.' })], []),
];

codeSchema.parse(
  SEGMENTS.flatMap((segment) => ('wide' in segment ? [segment.wide] : segment.columns.flat())),
);
