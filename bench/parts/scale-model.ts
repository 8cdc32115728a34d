/** A country at its busiest hour, computed from the cost of one call. See docs/scale.md. */

/** CPU of one call in milliseconds: the program's and the database's. */
export interface Cost {
  readonly program: number;
  readonly database: number;
}

export const ACTIONS = ['save', 'publish', 'open', 'list', 'dashboard', 'page', 'mail'] as const;
export type Action = (typeof ACTIONS)[number];
export type Costs = Readonly<Record<Action, Cost>>;

/** Every school of England, on a Friday at 15:00. */
export const COUNTRY = {
  schools: 24_000,
  families: 400,
  /** The shares of schools that send within the same quarter of an hour, and that have the editor open. */
  sending: 0.3,
  editing: 0.1,
  /** The minutes within which all mails of that quarter are sent. */
  outWithin: 60,
  /** The share of recipients who open the page within the hour, and the busiest minute relative to the average. */
  reading: 0.5,
  peak: 3,
  /** The seconds between two saves of a writer, and the hourly calls of an open program. */
  betweenSaves: 15,
  lists: 6,
  dashboards: 2,
  opens: 2,
  /** The issues in a year, and the size that each adds to the store and the database, in MB. */
  issues: 38,
  files: 3,
  rows: 0.3,
  /** The most load of a machine, as a share: the rest is for the unexpected. */
  used: 0.6,
} as const;
type Country = Readonly<Record<keyof typeof COUNTRY, number>>;

/** The number of times that each action happens in a second, at the busiest. */
export function ratesOf(country: Country): Readonly<Record<Action, number>> {
  const senders = country.schools * country.sending;
  const mails = senders * country.families;
  const editors = country.schools * country.editing;
  const hourly = (times: number) => (editors * times) / 3600;
  return {
    save: editors / country.betweenSaves,
    publish: senders / (15 * 60),
    open: hourly(country.opens),
    list: hourly(country.lists),
    dashboard: hourly(country.dashboards),
    page: (mails * country.reading * country.peak) / 3600,
    mail: mails / (country.outWithin * 60),
  };
}

/** Cores for each action, of the program and of the database. */
export function coresOf(costs: Costs, country: Country): readonly (Cost & { readonly action: Action })[] {
  const rates = ratesOf(country);
  return ACTIONS.map((action) => ({
    action,
    program: (rates[action] * costs[action].program) / 1000 / country.used,
    database: (rates[action] * costs[action].database) / 1000 / country.used,
  }));
}

/** The data that a year adds, in TB. */
export function storedInAYear({ schools, issues, files, rows }: Country) {
  const inTerabytes = (megabytes: number) => (schools * issues * megabytes) / 1_000_000;
  return { files: inTerabytes(files), rows: inTerabytes(rows) };
}
