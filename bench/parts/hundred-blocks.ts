/** 100 blocks of many types. */
export function hundredBlocks(): readonly unknown[] {
  return Array.from({ length: 100 }, (_, at) => ({ name: `block-${at}`, ...KINDS[at % KINDS.length] }));
}

const TEXT =
  '<p>Thank you for every tin, packet and enormous marrow. Together we filled <strong>eleven crates</strong> for the Oakfield food bank, and Year 4 sang <em>Big Red Combine Harvester</em> loudly enough to be heard from the <a href="https://www.oakfield.sch.example/car-park">car park</a>.</p>';
const FILE = '/files/abcdefghjkmnpqrstuvwxyz023456789a';

const KINDS = [
  { type: 'heading', value: { text: 'A harvest to be proud of' } },
  { type: 'text', value: { html: TEXT } },
  { type: 'image', value: { url: `${FILE}.jpg`, alt: 'Baskets of vegetables on a table' } },
  {
    type: 'boxed_text',
    value: { html: TEXT, background: '#fdf1d7', color: '#1f2a2e', word_break: 'break-word' },
  },
  {
    type: 'button',
    value: { btnText: 'See all the photos', url: 'https://www.oakfield.sch.example/photos' },
  },
  { type: 'divider', value: { style: 'dashed' } },
  {
    type: 'event',
    value: {
      rows: [
        {
          id: 'open-morning',
          title: 'Open morning',
          description: 'Tours for new Reception families.',
          date: '2026-10-13',
          time: '09:15',
        },
      ],
    },
  },
  {
    type: 'attendance',
    value: {
      background: '#ffffff',
      rows: [
        { id: 'kestrels', name: 'Kestrels, Year 6', percents: 98.2 },
        { id: 'herons', name: 'Herons, Year 4', percents: 97 },
      ],
    },
  },
  { type: 'download', value: { name: 'Autumn lunch menu', url: `${FILE}.pdf` } },
  {
    type: 'social_media',
    value: { facebook: 'https://www.facebook.com/oakfield', instagram: 'https://www.instagram.com/oakfield' },
  },
];
