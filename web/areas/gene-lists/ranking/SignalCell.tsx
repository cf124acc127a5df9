import { metaModuleAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import { rgbOfModule } from '@omicon/domain/records/names/module-rgb.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { AddressLink } from '../../../ui/navigation/AddressLink.tsx';
import { ColourSwatch } from '../../../ui/text/ColourSwatch.tsx';
import type { RankedModule } from '../calls.ts';
import classes from '../gene-lists.module.css';

/** Name and theme of the module of a row; its Omicon ID where it has no name. */
export function labelOf({ Module, Theme, Covariation_Module_Omicon_ID }: RankedModule): string {
  return Module === null ? Covariation_Module_Omicon_ID : moduleLabel({ name: Module, theme: Theme });
}

/** What a row stands for: its meta-module, unless it is folded under one, or its module. */
export function signalOf(row: RankedModule): string {
  return row.folded_under === undefined ? (row.Meta_Module ?? labelOf(row)) : labelOf(row);
}

export function addressOfModule({ Covariation_Module_Omicon_ID }: RankedModule): string {
  return moduleAddress(Covariation_Module_Omicon_ID);
}

export function addressOfMetaModule({ Meta_Module_Omicon_ID }: RankedModule): string | null {
  return Meta_Module_Omicon_ID === null ? null : metaModuleAddress(Meta_Module_Omicon_ID);
}

/** The page of what a row stands for. */
export function addressOfSignal(row: RankedModule): string {
  return (row.folded_under === undefined ? addressOfMetaModule(row) : null) ?? addressOfModule(row);
}

function ModuleLink({ row }: { row: RankedModule }) {
  return (
    <AddressLink href={addressOfModule(row)} tabIndex={-1} className={classes.signalName ?? ''}>
      <ColourSwatch colour={rgbOfModule(row.Module ?? '')} /> {labelOf(row)}
    </AddressLink>
  );
}

/** A meta-module, its support and below them its best module; a module that is in none; or one folded under another. */
export function SignalCell({ row }: { row: RankedModule }) {
  const address = addressOfMetaModule(row);
  if (row.folded_under !== undefined)
    return (
      <span className={classes.signal} data-under>
        <ModuleLink row={row} />
      </span>
    );
  return (
    <span className={classes.signal}>
      {address === null ? (
        <ModuleLink row={row} />
      ) : (
        <span className={classes.signalHead}>
          <AddressLink href={address} tabIndex={-1} className={classes.signalName ?? ''}>
            {row.Meta_Module}
          </AddressLink>
          <span className={classes.support}>{row.Found_In} cohorts</span>
        </span>
      )}
      {address !== null && <ModuleLink row={row} />}
      {/* Unknown while the rows are still those of the list of all modules. */}
      {address === null && row.Folded !== null && (
        <span className={classes.support}>
          {row.Found_In === null ? 'not in the atlas yet' : 'in one cohort'}
        </span>
      )}
    </span>
  );
}
