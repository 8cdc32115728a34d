import type { NewsResource } from '#contract/dashboard.ts';

/** News of the product for the dashboard, newest first. Add an entry in the commit of the change that it announces. */
export const NEWS: readonly NewsResource[] = [
  {
    id: '5b0c3d1e-6a54-4c7e-9f0b-2f6d1f2a8c01',
    type: 'news',
    attributes: {
      title: 'Bring parents’ addresses from a spreadsheet',
      body: 'Import a CSV file from Excel, Google Sheets or your school’s system. You see line by line what will happen before anything is changed, and nobody who has unsubscribed comes back.',
      published_on: '2026-11-21',
    },
  },
  {
    id: '0d2b7a4c-8a3e-4df2-8c39-7c1f4f5b9e02',
    type: 'news',
    attributes: {
      title: 'Dates that go into families’ calendars',
      body: 'Every event of a published newsletter has a link that puts it into a calendar, with its time in the reader’s own time zone. One more link takes all of them.',
      published_on: '2026-11-21',
    },
  },
  {
    id: 'c7e9d5f0-1b62-4a8d-b5e4-3a9c6d7e0f03',
    type: 'news',
    attributes: {
      title: 'A check before you publish',
      body: 'Missing picture descriptions, links that say only ‘click here’, colours that are hard to read: the editor finds what would shut readers out, leads you there and offers a fix.',
      published_on: '2026-11-21',
    },
  },
];
