import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { code, importsOf, textOf } from './code.ts';

/** The classes that a component takes from a style sheet that has none of that name: 'src/….tsx classes.name'. */
export function missingClasses() {
  return code.flatMap((file) =>
    importsOf(file)
      .filter(({ to }) => to.endsWith('.module.css'))
      .flatMap(({ specifier, to }) => {
        const sheet = readFileSync(join(root, to), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
        const [, name] = new RegExp(`import (\\w+) from '${specifier}'`).exec(textOf(file)) ?? [];
        return [...textOf(file).matchAll(new RegExp(`(?<![\\w/-])${name}\\.(\\w+)`, 'g'))]
          .filter(([, used]) => !new RegExp(`\\.${used}(?![\\w-])`).test(sheet))
          .map(([used]) => `${file} ${used}`);
      }),
  );
}
