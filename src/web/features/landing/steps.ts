/** The three steps of 'How it works', for the landing page and the carousel. */
export const HOW_IT_WORKS_STEPS = [
  {
    name: 'Create',
    text: 'Choose a layout, take last week’s newsletter again, or begin with a ready-made one. Your logo and colours are on it already.',
    picture: 'create',
    alt: 'Choosing a ready-made newsletter: Weekly bulletin, Head’s letter or Event, each in the school’s own look',
  },
  {
    name: 'Build',
    text: 'Click or drag what you need to its place: headings, text, pictures, dates. What you see is what families will read.',
    picture: 'build',
    alt: 'An image tile on its way from the list of blocks into the newsletter; a blue line shows where it will land',
  },
  {
    name: 'Share',
    text: 'Publish, then copy one link into a message, an email or your website. It opens on any phone, with no app and no account.',
    picture: 'share',
    alt: '‘Congratulations! Your newsletter has been published’, with its public address and a Copy button',
  },
] as const;
