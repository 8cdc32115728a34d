/** The fields of a date that are compared separately. Its end belongs to `time`, its last day to `date`. */
export const DATE_FIELDS = ['title', 'date', 'time', 'place', 'description'] as const;
export type DateField = (typeof DATE_FIELDS)[number];

type DateContent = {
  readonly title: string;
  readonly date: string;
  readonly time?: string | null | undefined;
  readonly end?: string | null | undefined;
  readonly place?: string | null | undefined;
  readonly description: string;
};

/** The content of each field of a date; empty if it has none. */
export function textsByField(content: DateContent): Readonly<Record<DateField, string>> {
  const { title, date, time, end, place, description } = content;
  return { title, date, time: [time, end].filter(Boolean).join('–'), place: place ?? '', description };
}
