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
} as const;
