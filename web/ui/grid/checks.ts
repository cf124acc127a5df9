/** Rows of a grid that are checked, and who changes that. */
export interface GridChecks {
  keys: ReadonlySet<string>;
  /** rows that are always checked and cannot be changed */
  locked?: ReadonlySet<string>;
  onChange(keys: ReadonlySet<string>): void;
}
