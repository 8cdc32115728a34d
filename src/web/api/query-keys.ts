/**
 * The keys of the cache that several features use, from the general to the particular: invalidating `newsletters.all`
 * reaches every list. Any other key stands in the query of the feature that has it.
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
