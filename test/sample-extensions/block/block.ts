import { z } from 'zod';
import { defineBlock, placeholder, requiredText, strict } from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';
import { mapPicture, pictureSchema } from '#newsletter/values/picture.ts';
import { fileAddress, fileUrl, pictureAddress, secureTarget, secureUrl } from '#newsletter/values/url.ts';

/** The key of the only date. */
const ROW = 'date';

/**
 * A block type that is not part of the program. The tests of new block types add it to the two lists. It uses every trait
 * of blocks.
 */
export const notice = defineBlock({
  type: 'notice',
  label: 'Notice',
  schema: strict({
    title: requiredText(),
    date: z.iso.date('Not a date'),
    words: requiredText(),
    link: secureUrl,
    picture: pictureSchema,
    file: fileUrl,
  }),
  defaults: () => ({ title: '', date: '', words: '', link: '', picture: { url: '' }, file: '' }),
  toMjml(value, context, name) {
    if (value.title === '') return placeholder(context, 'A notice');
    const picture = pictureAddress(value.picture.url, context.origin);
    const link = secureTarget(value.link, context.origin);
    const file = fileAddress(value.file, context.origin);
    const calendar = context.calendarUrl?.({ block: name, row: ROW });
    return mjml`${picture !== null && mjml`<mj-image padding="${context.padding}" src="${picture}" alt="${value.picture.alt ?? ''}" width="${context.width}px" />`}<mj-text padding="${context.padding}"><p><strong>${value.title}</strong> ${value.date}</p>${link !== null && mjml`<p><a href="${link}">${value.words}</a></p>`}${file !== null && mjml`<p><a href="${file}">Read the letter</a></p>`}${calendar !== undefined && mjml`<p><a href="${calendar}">Add to calendar</a></p>`}</mj-text>`;
  },
  toText(value, { origin }) {
    const link = secureTarget(value.link, origin);
    return [`${value.date}: ${value.title}`, link === null ? '' : `${value.words}: ${link}`]
      .filter(Boolean)
      .join('\n');
  },
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: true,
    height: () => 200,
    words: {
      texts: (value) => [
        { path: 'title', format: 'plain', text: value.title, replace: (title) => ({ ...value, title }) },
      ],
      links: ({ words, link }) => [{ path: 'words', words, address: link, noun: 'link' }],
    },
    files: {
      map: (value, map) => ({
        ...value,
        link: map(value.link, 'link'),
        picture: mapPicture(value.picture, map),
        file: map(value.file, 'offered'),
      }),
      pictures: (value) => [
        {
          path: 'picture.alt',
          label: 'The picture of this notice',
          address: value.picture.url,
          alt: value.picture.alt,
          describe: (alt) => ({ ...value, picture: { ...value.picture, alt } }),
        },
      ],
    },
    rows: {
      list: () => [],
      without: () => null,
      dates: {
        list: ({ title, date }) => [{ row: ROW, title, description: '', date }],
        with: (value, { title, date }) => ({ ...value, title, date }),
      },
    },
    recommendations: null,
    filling: null,
  },
});
