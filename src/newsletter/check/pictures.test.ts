import { expect, it } from 'vitest';
import { findingsOf, fixedValue, sample, sampleNewsletter } from '#test/support/newsletter/check-samples.ts';
import { checkNewsletter } from './check-newsletter.ts';

const url = 'https://school.test/a.jpg';

it('finds pictures that are neither described nor decorative', () => {
  const [finding, ...others] = findingsOf('alt-missing', [sample('image', { url })]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity: 'error', block: 'image', path: 'alt' });
  expect(finding?.message).toMatch(/no description/);
  expect(finding?.fix?.label).toBe('It is decorative');
  expect(fixedValue(finding)).toEqual({ url, alt: '' });
  expect(findingsOf('alt-missing', [sample('image', { url, alt: null })])).toHaveLength(1);
  expect(findingsOf('alt-missing', [sample('image', { url, alt: '' })])).toEqual([]);
  expect(findingsOf('alt-missing', [sample('image', { url, alt: 'Two children in a wood' })])).toEqual([]);
});

it('checks each picture of a group, and fixes only that one', () => {
  const images = [{ url, alt: 'A' }, { url }, { url, alt: null }];
  const findings = findingsOf('alt-missing', [sample('image_group', { images })]);
  expect(findings.map(({ path }) => path)).toEqual(['images.1.alt', 'images.2.alt']);
  expect(new Set(findings.map(({ id }) => id)).size).toBe(2);
  expect(findings[0]?.message).toContain('Picture 2 of this group');
  expect(fixedValue(findings[0])).toEqual({ images: [images[0], { url, alt: '' }, images[2]] });
});

it.each(['IMG_2041.jpg', 'holiday.PNG', 'DSC00123', 'img-0042', 'Screenshot 2026-10-01', 'PXL_20261009'])(
  'recognises %j as a file name',
  (alt) => expect(findingsOf('alt-file-name', [sample('image', { url, alt })])).toHaveLength(1),
);

it.each(['Image of a cat', 'Photo', '3 children', 'Le marché de Noël', '运动会', 'Our dog, Mr. Jpeg'])(
  'accepts %j as a description',
  (alt) => expect(findingsOf('alt-file-name', [sample('image', { url, alt })])).toEqual([]),
);

it('says of a picture that is known to be small that it will look blurred', () => {
  const newsletter = sampleNewsletter([sample('image_group', { images: [{ url, alt: 'A' }] })]);
  const rules = (widths: ReadonlyMap<string, number>) =>
    checkNewsletter({ ...newsletter, widths }).filter(({ rule }) => rule === 'picture-small');
  expect(rules(new Map([[url, 64]]))).toMatchObject([
    { severity: 'hint', path: 'images.0.alt', message: expect.stringContaining('Only 64 pixels wide') },
  ]);
  expect(rules(new Map([[url, 800]]))).toEqual([]);
});
