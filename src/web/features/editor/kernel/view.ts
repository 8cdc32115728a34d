/** How the canvas shows the newsletter: as a page on a desktop or a phone, or as a mail. */
export type View = 'desktop' | 'phone' | 'mail';
