import { ensureInstalled } from './install.mjs';
import { onProjectNode } from './project-node.mjs';

/**
 * `npm run reviewed-pictures`: retakes the pictures of all designs that `test/reviewed-pictures` compares. Look at the changes
 * before committing them.
 */

ensureInstalled();
if (await onProjectNode(import.meta.url)) {
  const { takeAll } = await import('../test/reviewed-pictures/take.ts');
  const { writeSheets } = await import('../test/reviewed-pictures/sheets.ts');
  const { sheets } = await takeAll();
  await writeSheets(sheets);
  console.log(`${sheets.size} sheets in test/reviewed-pictures/sheets`);
}
