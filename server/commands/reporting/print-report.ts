import type { IntakeReport, IntakeWarning } from '@omicon/contract/areas/uploads.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import { countIntake, summarizeIntake } from '@omicon/domain/records/intake-summary.ts';

function positionOf({ file, line, column }: IntakeWarning): string {
  const atLine = line === null ? '' : `, line ${line}`;
  const atColumn = column === null ? '' : `, column ${column}`;
  return `${file}${atLine}${atColumn}`;
}

/** Prints the report of a run: outcome of each unit, faults and warnings. */
export function printReport(report: IntakeReport, seconds: number): void {
  for (const { outcome, kind, omicon_id, title } of report.units)
    console.log(`${outcome.padEnd(11)} ${kind.padEnd(16)} ${(omicon_id ?? '').padEnd(10)} ${title}`);
  if (report.missing_files.length > 0)
    console.log(
      `following are the missing files:\n${report.missing_files.map((file) => `  ${file}`).join('\n')}`,
    );
  for (const fault of report.faults)
    if (fault.kind === 'wrong') console.log(`fault       ${positionOf(fault)}: ${fault.sentence}`);
  for (const warning of report.warnings)
    console.log(`warning     ${positionOf(warning)}: ${warning.sentence}`);
  for (const { path, reason } of report.ignored) console.log(`ignored     ${path}: ${reason}`);
  for (const path of report.not_understood) console.log(`not understood: ${path}`);
  if (report.emptied_values > 0) console.log(`${report.emptied_values} values of -99.99 were read as NA.`);
  console.log(
    `${summarizeIntake(countIntake(report))} ${seconds.toFixed(1)} s; ${countOf(report.warnings.length, 'warning')}, ${report.not_understood.length} files not understood.`,
  );
}
