/** The widths of the window from which screens change, in `em` of 16 px. Style sheets repeat them, as they cannot import them. */
export const BREAKPOINTS = { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '160em' } as const;

/** The media query of windows that are narrower than a breakpoint. */
export function narrowerThan(size: keyof typeof BREAKPOINTS): string {
  return `(max-width: ${Number.parseFloat(BREAKPOINTS[size]) - 0.01}em)`;
}
