import type { listPictureSets } from '@omicon/contract/areas/analyses/module-picture.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { colourOfValue } from '../../../ui/colour/data-colours.ts';
import { formatCount, formatPValue } from '../../../ui/text/format.ts';
import classes from './picture.module.css';

export type PictureSet = ReplyOf<typeof listPictureSets>['results'][number];

const [SMALLEST, LARGEST] = [3, 10];

/** -log10 P; P of 1e-300 stands for 0, so nothing is infinite. */
export function strengthOf({ p_value }: PictureSet): number {
  return -Math.log10(Math.max(p_value, 1e-300));
}

/** Enriched sets: position by -log10 P, size by the members shared, colour by category. One chosen set narrows the rows. */
export function SetDots({
  sets,
  chosen,
  onChoose,
}: {
  sets: readonly PictureSet[];
  chosen: number | undefined;
  onChoose(gene_set: number | null): void;
}) {
  const strongest = Math.max(1, ...sets.map(strengthOf));
  const most = Math.max(1, ...sets.map(({ overlap }) => overlap));
  return (
    <ul className={classes.sets} aria-label="Enriched gene sets">
      {sets.map((set) => {
        const { gene_set_id, set_name, category, overlap, p_value } = set;
        const radius = SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(overlap / most);
        const isChosen = chosen === gene_set_id;
        return (
          <li key={gene_set_id}>
            <button
              type="button"
              className={classes.set}
              aria-pressed={isChosen}
              title={`${set_name}${category === null ? '' : `, ${category}`}`}
              onClick={() => onChoose(isChosen ? null : gene_set_id)}
            >
              <span className={classes.setName}>{set_name}</span>
              <span className={classes.track} aria-hidden="true">
                <span
                  className={classes.dot}
                  style={{
                    insetInlineStart: `${(100 * strengthOf(set)) / strongest}%`,
                    width: 2 * radius,
                    height: 2 * radius,
                    background: colourOfValue('gene set category', category ?? 'none'),
                  }}
                />
              </span>
              <span className={classes.setFigures}>
                {formatCount(overlap)} shared, P {formatPValue(p_value)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
