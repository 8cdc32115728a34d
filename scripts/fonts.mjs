// Copies the type families to stable addresses (/fonts/…), for the app and for the published pages, which the server
// writes itself, and writes the stylesheet that names them. Run it after changing their versions; the result is committed.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'public', 'fonts');
// What the schools' names need. Browsers load a subset only when a page has its letters.
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek'];
const FACES = [
  { family: 'literata', sheet: 'opsz.css', axis: 'opsz-normal', file: 'literata' },
  { family: 'literata', sheet: 'opsz-italic.css', axis: 'opsz-italic', file: 'literata-italic' },
  { family: 'commissioner', sheet: 'wght.css', axis: 'wght-normal', file: 'commissioner' },
];

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const rules = FACES.flatMap((face) => SUBSETS.map((subset) => copyFace(face, subset)));
const licences = ['literata', 'commissioner'].map((family) =>
  readFileSync(join(packageOf(family), 'LICENSE'), 'utf8'),
);
writeFileSync(join(TARGET, 'LICENSE.txt'), licences.join('\n\n'));
writeFileSync(join(TARGET, 'fonts.css'), `${rules.join('\n')}\n`);

function packageOf(family) {
  return join(ROOT, 'node_modules', '@fontsource-variable', family);
}

/** Copies one subset and returns its rule, with the range of letters that its package gives. */
function copyFace({ family, sheet, axis, file }, subset) {
  const source = `${family}-${subset}-${axis}`;
  const target = `${file}-${subset}.woff2`;
  copyFileSync(join(packageOf(family), 'files', `${source}.woff2`), join(TARGET, target));
  const css = readFileSync(join(packageOf(family), sheet), 'utf8');
  const rule = css.split('@font-face').find((part) => part.includes(`./files/${source}.woff2`));
  if (rule === undefined) throw new Error(`${sheet} of ${family} has no face for ${subset}`);
  return `@font-face${rule.slice(0, rule.indexOf('}') + 1).replace(/url\([^)]*\) format\('[^']*'\)/, `url('/fonts/${target}') format('woff2')`)}`;
}
