import { expect, test } from 'vitest';
import { MAX_MODULES, moduleColour } from './module-colours.ts';

const colours = Array.from({ length: MAX_MODULES }, (_, rank) => moduleColour(rank));

// R: standard <- WGCNA::standardColors(); c(standard, setdiff(colors(), standard))
test('modules are named by the 657 colours of R, those of WGCNA first', () => {
  expect(colours).toHaveLength(657);
  expect(new Set(colours).size).toBe(657);
  expect([0, 1, 2, 16, 34, 434].map(moduleColour)).toEqual([
    'turquoise',
    'blue',
    'brown',
    'grey60',
    'sienna3',
    'gold1',
  ]);
  expect([435, 443, 444, 544, 545, 656].map(moduleColour)).toEqual([
    'darkgray',
    'dimgrey',
    'gray',
    'gray99',
    'gray100',
    'slategrey',
  ]);
});

test('a network with more modules than colours has no name for them', () => {
  expect(() => moduleColour(657)).toThrow('There are 657 module colours.');
});
