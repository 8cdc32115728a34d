import { FRIDAY, formatWeekday, MONDAY, nextWeekday, THURSDAY, WEDNESDAY } from '#newsletter/values/dates.ts';
import { block, buttonTo, columns, type Template, type TemplateContext, tinted, wide } from './template.ts';

/** The week's news on the left, dates and attendance on the right. */
export const weeklyBulletin: Template = {
  id: 'weekly_bulletin',
  title: 'Weekly bulletin',
  subtitle: 'News, dates and attendance',
  newsletterTitle: ({ today }) => `Weekly bulletin, ${formatWeekday(nextWeekday(today, FRIDAY, 0))}`,
  layout: 'two_columns_left',
  art: ['forest', 'library'],
  design: 'bulletin',
  segments: (context) => [
    ...wide(...welcome(context)),
    ...tinted(block('heading', 'dates-heading', { text: 'Dates for the diary' }), dates(context)),
    ...columns(news(context), besides(context)),
    ...wide(
      block('heading', 'clubs-heading', { text: 'Clubs after school' }),
      block('table', 'clubs', {
        headings: ['Club', 'Day', 'Ends', 'For'],
        rows: [
          ['Chess', 'Monday', '16:15', 'Years 3 to 6'],
          ['Football', 'Tuesday', '16:30', 'Years 5 and 6'],
          ['Recorders', 'Wednesday', '16:00', 'Years 2 and 3'],
          ['Cooking', 'Thursday', '16:30', 'Years 1 and 2'],
        ],
        rowHeads: true,
      }),
    ),
  ],
};

function welcome({ school, art }: TemplateContext) {
  return [
    block('heading', 'this-week', { text: 'This week at school' }),
    block('image', 'forest', {
      url: art('forest'),
      alt: 'Two children in bright coats walk along a path into an autumn wood',
      caption: 'Year 2 on their way to measure the tallest tree',
    }),
    block('text', 'welcome', {
      html: `<p>Thank you for another busy week at ${escapeHtml(school.name)}. Here is what the children have been doing, what is coming up, and the few things we need from you.</p>`,
    }),
  ];
}

function dates({ today }: TemplateContext) {
  return block('event', 'dates', {
    order: 'date',
    rows: [
      {
        id: 'assembly',
        title: 'Class assembly',
        description: 'Year 3 show what they have learnt. Families are welcome.',
        date: nextWeekday(today, THURSDAY, 4),
        time: '09:10',
        end: '09:40',
        place: 'School hall',
      },
      {
        id: 'pe-kit',
        title: 'Outdoor PE begins',
        description: 'Please send trainers and a warm top.',
        date: nextWeekday(today, MONDAY, 5),
      },
      {
        id: 'parents-evening',
        title: 'Parents’ evening',
        description: 'Appointments are ten minutes each.',
        date: nextWeekday(today, WEDNESDAY, 11),
        time: '16:00',
        end: '19:00',
        place: 'Your child’s classroom',
      },
    ],
  });
}

function news({ school, art }: TemplateContext) {
  return [
    block('text', 'classes', {
      html: '<h2>Out and about</h2><p>Year 2 spent Tuesday in the woods, measuring the tallest tree with nothing but a stick and a shadow. Ask them how it works: they will be glad to explain, more than once.</p><h2>In the classroom</h2><p>Year 5 have begun their topic on rivers. If you have a photo of your child beside any water at all, from the sea to a puddle, please send it in by Wednesday.</p>',
    }),
    block('image', 'library', {
      url: art('library'),
      alt: 'Two children read on a rug in front of full bookshelves',
    }),
    block('text', 'reading', {
      html: '<h2>Ten minutes of reading</h2><p>Ten minutes an evening makes more difference than anything else you can do at home. Comics, recipes and football reports all count. Please sign the reading diary and send it back each morning.</p>',
    }),
    ...buttonTo(school.website, 'more', 'More on our website'),
  ];
}

function besides({ today }: TemplateContext) {
  return [
    block('boxed_text', 'star', {
      html: '<h2>Well done</h2><p>This week’s certificates went to children who helped somebody without being asked. Their names are on the board in the hall.</p>',
      background: '#fff3cc',
      color: '#3a2c00',
      word_break: 'break-word',
      colours: 'design',
    }),
    block('heading', 'attendance-heading', { text: 'Attendance' }),
    block('attendance', 'attendance', {
      background: '#ffffff',
      rows: [
        { id: 'ks2', name: 'Years 3 to 6', percents: 97.1 },
        { id: 'ks1', name: 'Years 1 and 2', percents: 96.4 },
        { id: 'reception', name: 'Reception', percents: 95.2 },
      ],
    }),
    block('text', 'absence', {
      html: '<p>If your child is ill, please ring the office before 9 o’clock on each day of absence.</p>',
    }),
    block('footer', 'footer', {
      text: `The next bulletin is on ${formatWeekday(nextWeekday(nextWeekday(today, FRIDAY, 0), FRIDAY, 7))}.`,
    }),
  ];
}

/** Escapes text for rich text. */
function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
