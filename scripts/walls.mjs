import { ensureInstalled } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/**
 * `npm run walls`: counts breaches of the walls between rooms. With a word of a measure's name it lists the places; with `--check`
 * it prints only the measures above their limit, and fails if there are any.
 */

ensureInstalled();
if (await onProjectNode(import.meta.url)) {
  const { MEASURES } = await import('./walls/measures.mjs');
  const [word] = process.argv.slice(2).filter((each) => !each.startsWith('--'));
  const counted = MEASURES.map(({ name, max, places, of = (found) => found.length }) => {
    const found = places();
    return { name, max, found, count: of(found) };
  });
  const over = counted.filter(({ count, max }) => count > max);
  if (!process.argv.includes('--check'))
    for (const { name, count, max } of counted)
      console.log(`${String(count).padStart(6)} of ${max}  ${name}`);
  for (const { name, found } of counted.filter((each) => word !== undefined && each.name.includes(word)))
    console.log(`\n${name}:\n${found.join('\n')}`);
  for (const { name, count, max } of over) console.log(`More than before: ${count} of ${max} ${name}`);
  process.exitCode = over.length > 0 ? 1 : 0;
}
