/** Data colours as RGB: to choose readable text colours, and for files, which do not support oklch. */

export type Rgb = readonly [red: number, green: number, blue: number];

const GREY: Rgb = [0.5, 0.5, 0.5];

function fromLinear(light: number): number {
  const within = Math.min(Math.max(light, 0), 1);
  return within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055;
}

function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** @source Ottosson 2020, A perceptual color space for image processing (Oklab) */
function oklchToRgb(lightness: number, chroma: number, hueDegrees: number): Rgb {
  const a = chroma * Math.cos((hueDegrees * Math.PI) / 180);
  const b = chroma * Math.sin((hueDegrees * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Channels in [0, 1] of `#rrggbb` or `oklch(l c h)`; middle grey for any other text. */
export function toRgb(colour: string): Rgb {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (hex !== null) {
    const [red, green, blue] = [1, 2, 3].map((part) => Number.parseInt(hex[part] ?? '80', 16) / 255);
    return [red ?? 0.5, green ?? 0.5, blue ?? 0.5];
  }
  const oklch = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour);
  return oklch === null ? GREY : oklchToRgb(Number(oklch[1]), Number(oklch[2]), Number(oklch[3]));
}

/** Memoizes a function of a colour; there are about two hundred data colours. */
function onceAColour(compute: (colour: string) => string): (colour: string) => string {
  const known = new Map<string, string>();
  return (colour) => {
    const answer = known.get(colour) ?? compute(colour);
    known.set(colour, answer);
    return answer;
  };
}

/** `#rrggbb` of any data colour. */
export const toHex = onceAColour(
  (colour) =>
    `#${toRgb(colour)
      .map((channel) =>
        Math.round(channel * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`,
);

/** Relative luminance in [0, 1]. @source WCAG 2.2 */
export function luminance(colour: string): number {
  const [red, green, blue] = toRgb(colour);
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

const DARK_INK = '#000000';
const LIGHT_INK = '#ffffff';

/** Text colour, black or white, with the higher contrast on a data colour: at least 4.58 on any. */
export const inkOn = onceAColour((colour) => {
  const ground = luminance(colour) + 0.05;
  return ground / (luminance(DARK_INK) + 0.05) >= 1.05 / ground ? DARK_INK : LIGHT_INK;
});
