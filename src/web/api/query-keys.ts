/**
 * The query keys that several features share, from general to specific: invalidating `newsletters.all` reaches every
 * list. Any other key is defined with its query.
 */
export const queryKeys = {
  profile: ['profile'],
  school: ['school'],
  newsletters: {
    all: ['newsletters'],
    list: (query: object) => ['newsletters', 'list', query],
    one: (id: string) => ['newsletters', 'one', id],
  },
  /** What colleagues do about a newsletter that is edited: the server tells of all of it at once. */
  around: (id: string) => ({
    all: ['around', id],
    notes: ['around', id, 'notes'],
    parts: ['around', id, 'parts'],
    approval: ['around', id, 'approval'],
    timings: ['around', id, 'timings'],
  }),
} as const;
