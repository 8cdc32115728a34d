/** Moments as the screens show them, in the school's time zone. */

/** '09/10/2026'. `zone` is an IANA name; without one (or with one that this browser lacks) the person's own counts. */
export function shortDate(moment: string, zone?: string): string {
  const date = new Date(moment);
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone }).format(date);
  } catch {
    return new Intl.DateTimeFormat('en-GB', parts).format(date);
  }
}
