/** Colours of the cells of a heat map. Their meaning is also told by the readout, the table and the legend. */

type Rgb = readonly [red: number, green: number, blue: number];

/** From low over middle to high. */
export const PALETTES = {
  'blue-red': [
    [33, 102, 172],
    [247, 247, 247],
    [178, 24, 43],
  ],
  /** told apart by people who see red and green alike */
  'purple-green': [
    [118, 42, 131],
    [247, 247, 247],
    [27, 120, 55],
  ],
  viridis: [
    [68, 1, 84],
    [59, 82, 139],
    [33, 145, 140],
    [94, 201, 98],
    [253, 231, 37],
  ],
} as const satisfies Record<string, readonly Rgb[]>;
export type PaletteName = keyof typeof PALETTES;

/** z values beyond it have the colour of it. */
export const MAX_Z = 2.5;

/** A value that is there, in a row that does not vary. */
export const FLAT: Rgb = [201, 206, 209];

/** @param share 0 for the lowest, 1 for the highest; beyond them their colours */
export function colourAt(palette: PaletteName, share: number): Rgb {
  const stops: readonly Rgb[] = PALETTES[palette];
  const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const below = Math.min(Math.floor(at), stops.length - 2);
  const [from, to] = [stops[below] ?? FLAT, stops[below + 1] ?? FLAT];
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(from[channel] + (to[channel] - from[channel]) * (at - below));
  return [mix(0), mix(1), mix(2)];
}

export function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
