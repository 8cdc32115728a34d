/**
 * The query keys that several features share, from general to specific: invalidating `newsletters.all` reaches every
 * list. Any other key is defined with its query.
 */
export const queryKeys = {
  profile: ['profile'],
  school: ['school'],
  subscribers: ['subscribers'],
  groups: ['groups'],
  newsletters: {
    all: ['newsletters'],
    list: (query: object) => ['newsletters', 'list', query],
    one: (id: string) => ['newsletters', 'one', id],
  },
  /** Colleagues' work around a newsletter that is being edited: the server notifies of all of it in one event. */
  around: (id: string) => ({
    all: ['around', id],
    notes: ['around', id, 'notes'],
    parts: ['around', id, 'parts'],
    approval: ['around', id, 'approval'],
    timings: ['around', id, 'timings'],
  }),
} as const;
