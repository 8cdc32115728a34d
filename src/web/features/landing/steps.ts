import { BuildPicture, CreatePicture, SharePicture } from './step-pictures.tsx';

/** How it works, in three steps: on the landing page and in the carousel. */
export const STEPS = [
  {
    name: 'Create',
    text: 'Choose a layout, take last week’s newsletter again, or start from an empty page. Your logo and colours are on it already.',
    Picture: CreatePicture,
  },
  {
    name: 'Build',
    text: 'Click or drag what you need to its place: headings, text, pictures, buttons. What you see is what parents will read.',
    Picture: BuildPicture,
  },
  {
    name: 'Share',
    text: 'Publish, then copy one link into a message, an email or your website. It opens on any phone, with no app and no account.',
    Picture: SharePicture,
  },
] as const;
