import { CodeModal } from '../../ui/text/CodeModal.tsx';
import { PRESERVATION_LANGUAGES, type PreservationScript, preservationLines } from './preservation-lines.ts';

/** Lines of code for the observed statistics of a module, or of all modules of a run. */
export function PreservationCode(script: Omit<PreservationScript, 'origin'>) {
  return (
    <CodeModal
      about="The observed statistics in R, by their formulas or by WGCNA, from the downloaded files of both data sets, beside those of the portal; or the call for this table."
      languages={PRESERVATION_LANGUAGES}
      codeFor={(language) => preservationLines(language, { ...script, origin: window.location.origin })}
    />
  );
}
