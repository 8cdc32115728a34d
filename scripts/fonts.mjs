// Subsets the fonts of the app and the published pages, and writes their stylesheet. The stylesheet has a fixed address
// (/fonts/fonts.css), which published pages keep for years; the font files have a hash of their content in their names,
// so that browsers cache them. Run it after changing the fonts' versions; the result is committed.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'public', 'fonts');
// For schools' names. Browsers load a subset only if a page has its letters.
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek'];
// The ranges of the axes that the styles use; a single number drops the axis. Literata is for headings only.
const HEADINGS = { wght: { min: 500, max: 650 }, opsz: { min: 18, max: 72 } };
const TEXT = { wght: { min: 400, max: 700 } };
const FACES = [
  { family: 'literata', sheet: 'opsz.css', axis: 'opsz-normal', file: 'literata', axes: HEADINGS },
  {
    family: 'literata',
    sheet: 'opsz-italic.css',
    axis: 'opsz-italic',
    file: 'literata-italic',
    axes: HEADINGS,
  },
  { family: 'commissioner', sheet: 'wght.css', axis: 'wght-normal', file: 'commissioner', axes: TEXT },
];
// The landing page's headline, which delays its first paint: one weight at one size.
const HEADLINE = {
  family: 'literata',
  sheet: 'opsz-italic.css',
  axis: 'opsz-italic',
  file: 'literata-headline',
  axes: { wght: 500, opsz: 72 },
  name: 'Literata Headline',
};

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const faces = [
  ...FACES.flatMap((face) => SUBSETS.map((subset) => ({ ...face, subset }))),
  { ...HEADLINE, subset: 'latin' },
];
const rules = [];
for (const face of faces) rules.push(await cutFace(face));
const licences = ['literata', 'commissioner'].map((family) =>
  readFileSync(join(packageOf(family), 'LICENSE'), 'utf8'),
);
writeFileSync(join(TARGET, 'LICENSE.txt'), licences.join('\n\n'));
writeFileSync(join(TARGET, 'fonts.css'), `${rules.join('\n')}\n`);

function packageOf(family) {
  return join(ROOT, 'node_modules', '@fontsource-variable', family);
}

/** Writes one subset of a font; returns its `@font-face` rule with the package's `unicode-range`. */
async function cutFace({ family, sheet, axis, file, axes, name, subset }) {
  const source = `${family}-${subset}-${axis}.woff2`;
  const css = readFileSync(join(packageOf(family), sheet), 'utf8');
  const rule = css.split('@font-face').find((part) => part.includes(`./files/${source}`));
  if (rule === undefined) throw new Error(`${sheet} of ${family} has no face for ${subset}`);
  const range = /unicode-range: ([^;]+);/.exec(rule)?.[1] ?? '';
  const whole = readFileSync(join(packageOf(family), 'files', source));
  const cut = await subsetFont(whole, lettersOf(range), { targetFormat: 'woff2', variationAxes: axes });
  const hash = createHash('sha256').update(cut).digest('base64url').slice(0, 8);
  const address = `${file}-${subset}-${hash}.woff2`;
  writeFileSync(join(TARGET, address), cut);
  const { wght } = axes;
  const weight = typeof wght === 'number' ? wght : `${wght.min} ${wght.max}`;
  return `@font-face${rule.slice(0, rule.indexOf('}') + 1)}`
    .replace(/url\([^)]*\) format\('[^']*'\)/, `url('/fonts/${address}') format('woff2')`)
    .replace(/font-weight: [^;]+;/, `font-weight: ${weight};`)
    .replace(/font-family: '([^']+)';/, (_, family) => `font-family: '${name ?? family}';`);
}

/** The characters of a `unicode-range` such as 'U+0041-0043,U+0131'. */
function lettersOf(range) {
  return range
    .split(',')
    .flatMap((part) => {
      const [from, to = from] = part
        .replace('U+', '')
        .split('-')
        .map((digits) => Number.parseInt(digits, 16));
      return Array.from({ length: to - from + 1 }, (_, offset) => String.fromCodePoint(from + offset));
    })
    .join('');
}
