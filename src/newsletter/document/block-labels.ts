import { DEFINITIONS, type NewsletterDocument } from './document.ts';
import { blocksOf } from './layout.ts';

/** The label of each block, by its name: its type, with a number in reading order if there are several of that type. */
export function blockLabels(document: NewsletterDocument): ReadonlyMap<string, string> {
  const byType = Map.groupBy(blocksOf(document), ({ type }) => type);
  return new Map(
    [...byType].flatMap(([type, blocks]) =>
      blocks.map(({ name }, index) => {
        const { label } = DEFINITIONS[type];
        return [name, blocks.length === 1 ? label : `${label} ${index + 1}`] as const;
      }),
    ),
  );
}
