// Renders the newsletter's icons (src/newsletter/art) as PNG, which mail programs need, into public/assets/newsletter.
// White on transparent, 80 × 80 pixels for 40 × 40 on high-density screens; the school's colour is the background.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'src', 'newsletter', 'art');
const TARGET = join(ROOT, 'public', 'assets', 'newsletter');

mkdirSync(TARGET, { recursive: true });
for (const file of readdirSync(SOURCES)) {
  const target = join(TARGET, file.replace(/\.svg$/, '.png'));
  await sharp(join(SOURCES, file)).resize(80, 80).png({ palette: true, compressionLevel: 9 }).toFile(target);
}
