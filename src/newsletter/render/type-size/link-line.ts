/** Styles of a link on a line of its own: 24 pixels high, as fingers need. Source: WCAG 2.2, 2.5.8. */
export const LINK_LINE = 'display:inline-block;line-height:24px';
