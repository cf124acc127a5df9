import { readdirSync, readFileSync } from 'node:fs';

/** Nice values of the threads of this process. */
export function listNiceValues(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    // The name in parentheses may contain blanks; nice is the 17th value after it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}
