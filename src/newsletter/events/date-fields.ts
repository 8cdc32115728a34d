/** What a date says, each on its own: a time with its end. Its last day goes with its date. */
export const DATE_FIELDS = ['title', 'date', 'time', 'place', 'description'] as const;
export type DateField = (typeof DATE_FIELDS)[number];

type Said = {
  readonly title: string;
  readonly date: string;
  readonly time?: string | null | undefined;
  readonly end?: string | null | undefined;
  readonly place?: string | null | undefined;
  readonly description: string;
};

/** What a date says in each field; empty where it says nothing. */
export function saidInFields(said: Said): Readonly<Record<DateField, string>> {
  const { title, date, time, end, place, description } = said;
  return { title, date, time: [time, end].filter(Boolean).join('–'), place: place ?? '', description };
}
