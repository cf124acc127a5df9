import { TRANSFORMATIONS } from '@omicon/contract/areas/lineage.ts';
import classes from './lineage.module.css';
import { KIND_NAMES, type NodeKind } from './node-facts.ts';
import { shapePath } from './shapes.ts';

const KINDS: readonly NodeKind[] = [
  'Data collection',
  'Dataset',
  'transformation',
  'Analysis',
  'Covariation Network',
];
const HEIGHT = 16;

/** Legend for the shapes, and for the codes in circles. */
export function Legend() {
  return (
    <dl className={classes.legend} aria-label="Legend">
      {KINDS.map((kind) => (
        <div key={kind}>
          <dt>
            <svg
              width={kind === 'transformation' ? HEIGHT : 2 * HEIGHT}
              height={HEIGHT}
              className={classes.shape}
              aria-hidden="true"
            >
              <path d={shapePath(kind, kind === 'transformation' ? HEIGHT : 2 * HEIGHT, HEIGHT)} />
            </svg>
          </dt>
          <dd>{KIND_NAMES[kind]}</dd>
        </div>
      ))}
      {Object.entries(TRANSFORMATIONS).map(([code, meaning]) => (
        <div key={code}>
          <dt>{code}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
