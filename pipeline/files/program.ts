import manifest from '../../package.json' with { type: 'json' };

/** Name and version of this program, as the records say it that a run makes: `Omicon 0.1.0`. */
export const PROGRAM = `Omicon ${manifest.version}`;

/** Attributes of a record by which its step can be repeated; `Parameters` are those of the last step alone. */
export const STEP_ATTRIBUTES = ['Parameters', 'Program'] as const;
