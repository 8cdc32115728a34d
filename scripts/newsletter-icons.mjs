// Draws the newsletter's icons as PNG, which mail programs need, from src/newsletter/art into
// public/assets/newsletter. White on transparent, for 40 × 40 pixels on fine screens; the school's colour lies behind.
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
