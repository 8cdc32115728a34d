/** The day of a moment where a school is: 'DD/MM/YYYY', as people read it. */
export function dayOf(moment: Date, timeZone: string): string {
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(moment);
}
