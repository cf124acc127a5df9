import { HATCH_TILE } from './na-hatch.ts';

/** The SVG pattern for missing values, for drawings on the screen; `fillOf` refers to it. */
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
