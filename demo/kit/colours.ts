import { words } from '../laboratory/genes.ts';

/** Module colours by descending size, in the order of WGCNA. */
const MODULE_COLOURS = words(`
  turquoise blue brown yellow green red black pink magenta purple greenyellow tan salmon cyan midnightblue
  lightcyan grey60 lightgreen lightyellow royalblue darkred darkgreen darkturquoise darkgrey orange darkorange
  white skyblue saddlebrown steelblue paleturquoise violet darkolivegreen darkmagenta sienna3 yellowgreen
  skyblue3 plum1 orangered4 mediumpurple3 lightsteelblue1 lightcyan1 ivory floralwhite darkorange2 brown4
  bisque4 darkslateblue plum2 thistle2 thistle1 salmon4 palevioletred3 navajowhite2 maroon lightpink4
  lavenderblush3 honeydew1 darkseagreen4 coral1 antiquewhite4 coral2 mediumorchid skyblue2 yellow4 skyblue1
  plum orangered3 mediumpurple2 lightsteelblue lightcoral indianred4 firebrick4 darkolivegreen4 brown2 blue2
  darkviolet plum3 thistle3 thistle salmon2 palevioletred2 navajowhite1 magenta4 lightpink3 lavenderblush2
  honeydew darkseagreen3 coral antiquewhite2 coral3 mediumpurple4 skyblue4 yellow3 sienna4 pink4 orangered1
  mediumpurple1 lightslateblue lightblue4 indianred3
`);

/** Maximum number of modules of a network; FindModules skips networks that need more colours. */
export const MAX_MODULES = MODULE_COLOURS.length;

/**
 * Name of the module of this rank by size, from 0.
 * @throws RangeError past the last colour
 */
export function moduleColour(rank: number): string {
  const colour = MODULE_COLOURS[rank];
  if (colour === undefined) throw new RangeError(`There are ${MAX_MODULES} module colours.`);
  return colour;
}
