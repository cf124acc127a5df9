import { HATCH_TILE } from './na-hatch.ts';

/** The hatch of missing values for a drawing on the screen; `fillOf` names it. */
export function NaHatch() {
  const { id, size, ground, stripe, stripes } = HATCH_TILE;
  return (
    <defs>
      <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse">
        <rect width={size} height={size} fill={ground} />
        <path d={stripes} stroke={stripe} />
      </pattern>
    </defs>
  );
}
