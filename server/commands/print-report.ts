import type { IntakeReport } from '@omicon/contract/files.ts';

function place(fault: IntakeReport['faults'][number]): string {
  const line = fault.line === null ? '' : `, line ${fault.line}`;
  const column = fault.column === null ? '' : `, column ${fault.column}`;
  return `${fault.file}${line}${column}`;
}

/** The report of a run for the terminal: what was stored, or why nothing was. */
export function printReport(report: IntakeReport, seconds: number): void {
  for (const unit of report.units)
    console.log(
      `${unit.outcome.padEnd(11)} ${unit.kind.padEnd(16)} ${unit.omicon_id?.padEnd(10) ?? ''.padEnd(10)} ${unit.title}`,
    );
  if (report.missing_files.length > 0)
    console.log(
      `following are the missing files:\n${report.missing_files.map((file) => `  ${file}`).join('\n')}`,
    );
  for (const fault of report.faults)
    if (fault.kind === 'wrong') console.log(`${place(fault)}: ${fault.sentence}`);
  for (const { path, reason } of report.ignored) console.log(`ignored     ${path}: ${reason}`);
  for (const path of report.not_understood) console.log(`not understood: ${path}`);
  if (report.emptied_values > 0) console.log(`${report.emptied_values} values of -99.99 were read as NA.`);
  const verdict =
    report.faults.length > 0 ? 'Refused: nothing was stored' : `Stored: ${report.units.length} units`;
  console.log(`${verdict} in ${seconds.toFixed(1)} s; ${report.not_understood.length} files not understood.`);
}
