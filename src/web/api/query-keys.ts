/** The keys of the cache, from the general to the particular: invalidating `newsletters.all` reaches every list. */
export const queryKeys = {
  config: ['config'],
  profile: ['profile'],
  sessions: ['sessions'],
  invitation: (token: string) => ['invitation', token],
  school: ['school'],
  staff: ['staff'],
  dashboard: ['dashboard'],
  news: ['news'],
  audit: ['audit'],
  files: ['files'],
  subscribers: {
    all: ['subscribers'],
    list: (query: object) => ['subscribers', 'list', query],
    one: (id: string) => ['subscribers', 'one', id],
    lastImport: ['subscribers', 'import'],
    importResult: (id: string) => ['subscribers', 'import', 'result', id],
  },
  billing: ['billing'],
  transactions: (year: number | null) => ['transactions', year],
  newsletters: {
    all: ['newsletters'],
    list: (query: object) => ['newsletters', 'list', query],
    one: (id: string) => ['newsletters', 'one', id],
  },
  deliveries: {
    of: (newsletter: string) => ['deliveries', 'of', newsletter],
    audience: (newsletter: string) => ['deliveries', 'audience', newsletter],
    failures: (id: string, failed: number) => ['deliveries', 'failures', id, failed],
  },
} as const;
