import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * `npm run -s sbom`: the packages that run in production, as a software bill of materials (CycloneDX 1.6). From package-lock.json,
 * because `npm sbom --omit=dev` leaves out packages that development needs as well. Source: https://cyclonedx.org/docs/1.6/json.
 */

const { name, version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const isShipped = ([path, { dev, devOptional, link }]) => path !== '' && !dev && !devOptional && !link;
const shipped = new Map(Object.entries(packages).filter(isShipped));

const nameOf = (path) => path.split('node_modules/').at(-1);
const referenceOf = (path) => {
  const entry = packages[path];
  return path === ''
    ? `pkg:npm/${name}@${version}`
    : `pkg:npm/${nameOf(path).replace('@', '%40')}@${entry.version}`;
};

/** The package that another one gets by a name: the nearest with that name. */
function found(from, wanted) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${wanted}`;
    if (shipped.has(path)) return path;
    if (folder === '') return null;
  }
}

function componentOf([path, entry]) {
  const [algorithm, hash = ''] = (entry.integrity ?? '').split('-');
  return {
    type: 'library',
    'bom-ref': referenceOf(path),
    name: nameOf(path),
    version: entry.version,
    purl: referenceOf(path),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
    ...(typeof entry.license === 'string' && { licenses: [{ license: { name: entry.license } }] }),
  };
}

function dependenciesOf(path) {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path];
  const wanted = Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies });
  const paths = wanted.map((each) => found(path, each)).filter((each) => each !== null);
  return { ref: referenceOf(path), dependsOn: [...new Set(paths.map(referenceOf))].sort() };
}

/** Removes duplicates by reference: a package may be in several places. */
const once = (list, referenceIn) => [...new Map(list.map((each) => [referenceIn(each), each])).values()];

const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': referenceOf(''), name, version } },
  components: once([...shipped].map(componentOf), (each) => each['bom-ref']),
  dependencies: once(['', ...shipped.keys()].map(dependenciesOf), ({ ref }) => ref),
};
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
