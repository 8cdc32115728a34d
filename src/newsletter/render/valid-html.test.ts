import { describe, expect, it } from 'vitest';
import { DESIGN_IDS } from '#newsletter/designs/index.ts';
import { attributesOf, type DomNode, elementsOf } from '#test/newsletter-engines.ts';
import { findAll, mailOf, pageOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD, sampleBlocks, wideAndTinted } from '#test/newsletter-samples.ts';

/** Checks what the Nu checker has found; see `docs/decisions/007-renderer.md` for what it still reports. */

const samples = [...sampleBlocks(), ...wideAndTinted(sampleBlocks())].map((block, index) => ({
  ...block,
  name: `block-${index}`,
}));

describe.each(DESIGN_IDS)('%s', (design) => {
  const options = { school: { ...OAKFIELD, design } };
  const page = pageOf(samples, options);
  const mail = mailOf(samples, options);

  it('has a cell that begins in each column of each table', () => {
    for (const html of [page, mail]) expect(findAll(html, 'table').filter(hasUnusedColumn)).toEqual([]);
  });

  it('has only properties of CSS, and the engine’s own for Outlook', () => {
    const known = /^mso-(?:table-[lr]space|padding-alt)$/;
    const propertiesIn = (html: string) => [
      ...new Set(html.replace(/<!--[\s\S]*?-->/g, '').match(/\b(?:mso|supported)-[\w-]+(?=:)/g)),
    ];
    expect(propertiesIn(page).filter((name) => !known.test(name))).toEqual([]);
    // Outlook shows content that is hidden only by `display`.
    expect(propertiesIn(mail).filter((name) => !known.test(name))).toEqual(['mso-hide']);
  });
});

function hasUnusedColumn(table: DomNode): boolean {
  const rows = [...elementsOf(table)].filter((row) => row.nodeName === 'TR' && tableOf(table, row));
  const begun = new Set<number>();
  let columns = 0;
  for (const row of rows) {
    let column = 0;
    for (const cell of row.childNodes) {
      if (cell.nodeType !== 1) continue;
      begun.add(column);
      column += Number(attributesOf(cell).get('colspan') ?? 1);
    }
    columns = Math.max(columns, column);
  }
  return begun.size < columns;
}

/** Whether a row belongs to the table itself and not to one in a cell. */
function tableOf(table: DomNode, row: DomNode): boolean {
  const groups = [
    table,
    ...[...table.childNodes].filter(({ nodeName }) => /^T(?:BODY|HEAD|FOOT)$/.test(nodeName)),
  ];
  return groups.some((group) => [...group.childNodes].includes(row));
}
