/** The colours that modules are named after, to be drawn beside their names. */

/**
 * Colours of R without their shades 2 to 4; shade 1 only where it differs from the colour without a number. CSS has the
 * same names, but other colours for some (green, purple, maroon).
 * @source R 4, `grDevices::colors()` and `col2rgb()`
 */
const COLOURS = `
  white:ffffff aliceblue:f0f8ff antiquewhite:faebd7 antiquewhite1:ffefdb aquamarine:7fffd4 azure:f0ffff
  beige:f5f5dc bisque:ffe4c4 black:000000 blanchedalmond:ffebcd blue:0000ff blueviolet:8a2be2 brown:a52a2a
  brown1:ff4040 burlywood:deb887 burlywood1:ffd39b cadetblue:5f9ea0 cadetblue1:98f5ff chartreuse:7fff00
  chocolate:d2691e chocolate1:ff7f24 coral:ff7f50 coral1:ff7256 cornflowerblue:6495ed cornsilk:fff8dc cyan:00ffff
  darkblue:00008b darkcyan:008b8b darkgoldenrod:b8860b darkgoldenrod1:ffb90f darkgray:a9a9a9 darkgreen:006400
  darkgrey:a9a9a9 darkkhaki:bdb76b darkmagenta:8b008b darkolivegreen:556b2f darkolivegreen1:caff70
  darkorange:ff8c00 darkorange1:ff7f00 darkorchid:9932cc darkorchid1:bf3eff darkred:8b0000 darksalmon:e9967a
  darkseagreen:8fbc8f darkseagreen1:c1ffc1 darkslateblue:483d8b darkslategray:2f4f4f darkslategray1:97ffff
  darkslategrey:2f4f4f darkturquoise:00ced1 darkviolet:9400d3 deeppink:ff1493 deepskyblue:00bfff dimgray:696969
  dimgrey:696969 dodgerblue:1e90ff firebrick:b22222 firebrick1:ff3030 floralwhite:fffaf0 forestgreen:228b22
  gainsboro:dcdcdc ghostwhite:f8f8ff gold:ffd700 goldenrod:daa520 goldenrod1:ffc125 gray:bebebe green:00ff00
  greenyellow:adff2f grey:bebebe honeydew:f0fff0 hotpink:ff69b4 hotpink1:ff6eb4 indianred:cd5c5c indianred1:ff6a6a
  ivory:fffff0 khaki:f0e68c khaki1:fff68f lavender:e6e6fa lavenderblush:fff0f5 lawngreen:7cfc00
  lemonchiffon:fffacd lightblue:add8e6 lightblue1:bfefff lightcoral:f08080 lightcyan:e0ffff lightgoldenrod:eedd82
  lightgoldenrod1:ffec8b lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90 lightgrey:d3d3d3
  lightpink:ffb6c1 lightpink1:ffaeb9 lightsalmon:ffa07a lightseagreen:20b2aa lightskyblue:87cefa
  lightskyblue1:b0e2ff lightslateblue:8470ff lightslategray:778899 lightslategrey:778899 lightsteelblue:b0c4de
  lightsteelblue1:cae1ff lightyellow:ffffe0 limegreen:32cd32 linen:faf0e6 magenta:ff00ff maroon:b03060
  maroon1:ff34b3 mediumaquamarine:66cdaa mediumblue:0000cd mediumorchid:ba55d3 mediumorchid1:e066ff
  mediumpurple:9370db mediumpurple1:ab82ff mediumseagreen:3cb371 mediumslateblue:7b68ee mediumspringgreen:00fa9a
  mediumturquoise:48d1cc mediumvioletred:c71585 midnightblue:191970 mintcream:f5fffa mistyrose:ffe4e1
  moccasin:ffe4b5 navajowhite:ffdead navy:000080 navyblue:000080 oldlace:fdf5e6 olivedrab:6b8e23 olivedrab1:c0ff3e
  orange:ffa500 orangered:ff4500 orchid:da70d6 orchid1:ff83fa palegoldenrod:eee8aa palegreen:98fb98
  palegreen1:9aff9a paleturquoise:afeeee paleturquoise1:bbffff palevioletred:db7093 palevioletred1:ff82ab
  papayawhip:ffefd5 peachpuff:ffdab9 peru:cd853f pink:ffc0cb pink1:ffb5c5 plum:dda0dd plum1:ffbbff
  powderblue:b0e0e6 purple:a020f0 purple1:9b30ff red:ff0000 rosybrown:bc8f8f rosybrown1:ffc1c1 royalblue:4169e1
  royalblue1:4876ff saddlebrown:8b4513 salmon:fa8072 salmon1:ff8c69 sandybrown:f4a460 seagreen:2e8b57
  seagreen1:54ff9f seashell:fff5ee sienna:a0522d sienna1:ff8247 skyblue:87ceeb skyblue1:87ceff slateblue:6a5acd
  slateblue1:836fff slategray:708090 slategray1:c6e2ff slategrey:708090 snow:fffafa springgreen:00ff7f
  steelblue:4682b4 steelblue1:63b8ff tan:d2b48c tan1:ffa54f thistle:d8bfd8 thistle1:ffe1ff tomato:ff6347
  turquoise:40e0d0 turquoise1:00f5ff violet:ee82ee violetred:d02090 violetred1:ff3e96 wheat:f5deb3 wheat1:ffe7ba
  whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32
`;

/** Brightness of the shades of a colour, relative to shade 1. @source X11 */
const SHADES = [1, 0.932, 0.804, 0.545];

let known: ReadonlyMap<string, string> | undefined;

function colours(): ReadonlyMap<string, string> {
  known ??= new Map(
    COLOURS.trim()
      .split(/\s+/)
      .map((entry): [string, string] => [entry.slice(0, -7), entry.slice(-6)]),
  );
  return known;
}

function scaled(hex: string, factor: number): string {
  const channels = [0, 2, 4].map((at) => Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * factor));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The colour of a module as CSS, shades of a colour to within 3 % of R's; null for a module that is not named after a
 * colour.
 */
export function rgbOfModule(name: string): string | null {
  const [, base = '', number = ''] = /^([a-z]+)(\d{0,3})$/i.exec(name.toLowerCase()) ?? [];
  if (number !== '' && /^gr[ae]y$/.test(base)) {
    const level = Number(number);
    return level > 100 ? null : scaled('ffffff', level / 100);
  }
  const factor = SHADES[Math.max(Number(number), 1) - 1];
  const hex = (number === '' ? undefined : colours().get(`${base}1`)) ?? colours().get(base);
  return hex === undefined || factor === undefined ? null : scaled(hex, factor);
}
