import { IconWorldWww } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EMBED_PARTS } from '#contract/paths.ts';
import card from '#web/features/school/feature-card.module.css';
import { LoadedFeature } from '#web/features/school/loaded-feature.tsx';
import { OwnWebsite } from './own-website.tsx';
import { PageAddress } from './page-address.tsx';
import { type Pages, pagesQuery } from './school-pages-data.ts';

/** The address of the school's pages, and how to embed them. Renders nothing until one of them is switched on. */
export function PagesFeature({ schoolId: id }: { schoolId: string }) {
  const pages = useQuery(pagesQuery(id));
  return (
    <LoadedFeature name="your pages" loaded={pages}>
      {(loaded) =>
        loaded.address !== null &&
        partsOn(loaded).length > 0 && <PagesCard id={id} address={loaded.address} pages={loaded} />
      }
    </LoadedFeature>
  );
}

function PagesCard({ id, address, pages }: { id: string; address: string; pages: Pages }) {
  return (
    <section className={card.card} aria-labelledby="your-pages">
      <div className={card.row}>
        <span className={card.icon}>
          <IconWorldWww size={22} stroke={1.75} aria-hidden="true" />
        </span>
        <div className={card.words}>
          <h2 id="your-pages" className={card.name}>
            Your pages
          </h2>
          <p className={card.text}>Their address, and how to show them on your own website.</p>
        </div>
      </div>
      <PageAddress id={id} address={address} />
      <OwnWebsite id={id} address={address} origins={pages.embed_origins} parts={partsOn(pages)} />
    </section>
  );
}

function partsOn(pages: Pages) {
  const isOn = {
    newsletters: pages.lists_newsletters,
    diary: pages.shows_diary,
    signUp: pages.takes_sign_ups,
  };
  return EMBED_PARTS.filter((part) => isOn[part]);
}
