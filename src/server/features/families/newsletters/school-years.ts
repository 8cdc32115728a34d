/** School years, named by the year in which they begin. */

/** Scottish schools begin in August, others in September; nobody has school in July, which ends the year. */
const FIRST_MONTH = 8;

/** The school year of a day. */
export function schoolYearOf(day: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month >= FIRST_MONTH ? year : year - 1;
}

/** The first and last day of a school year. */
export function daysOfYear(year: number): { readonly from: string; readonly to: string } {
  return { from: `${year}-0${FIRST_MONTH}-01`, to: `${year + 1}-0${FIRST_MONTH - 1}-31` };
}

/** '2026–27' */
export function nameOfYear(year: number): string {
  return `${year}–${String((year + 1) % 100).padStart(2, '0')}`;
}
