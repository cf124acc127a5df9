/** Colours of modules: every name that FindModules gives has one. */
import { expect, test } from 'vitest';
import { MAX_MODULES, moduleColour } from './module-colours.ts';
import { rgbOfModule } from './module-rgb.ts';

test('colours are those of R, not of CSS', () => {
  for (const [name, rgb] of [
    ['turquoise', '#40e0d0'],
    ['green', '#00ff00'],
    ['Purple', '#a020f0'],
    ['maroon', '#b03060'],
    ['lightskyblue1', '#b0e2ff'],
    ['cyan', '#00ffff'],
    ['cyan1', '#00ffff'],
    ['cyan3', '#00cdcd'],
    ['cyan4', '#008b8b'],
    ['grey', '#bebebe'],
    ['grey60', '#999999'],
    ['gray0', '#000000'],
  ])
    expect([name, rgbOfModule(name ?? '')]).toEqual([name, rgb]);
});

test('a module that is not named after a colour has none', () => {
  for (const name of ['M12', 'turquoise5', 'grey101', 'microglia', '', '7'])
    expect([name, rgbOfModule(name)]).toEqual([name, null]);
});

test('every name that FindModules gives has a colour', () => {
  const names = Array.from({ length: MAX_MODULES }, (_, rank) => moduleColour(rank));
  expect(names.filter((name) => rgbOfModule(name) === null)).toEqual([]);
});
