import { MODULE_DEFINITIONS, type ModuleDefinition } from '@omicon/contract/covariation-networks.ts';

/** The name of a stored definition: they are stored by their place in the list. */
export function definitionOf(stored: number): ModuleDefinition {
  const name = MODULE_DEFINITIONS[stored];
  if (name === undefined) throw new RangeError(`There is no module definition ${stored}.`);
  return name;
}

export function storedDefinition(definition: ModuleDefinition): number {
  return MODULE_DEFINITIONS.indexOf(definition);
}
