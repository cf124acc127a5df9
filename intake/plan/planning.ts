import type { Fault, FileTree, Warning } from '../records.ts';

const natural = new Intl.Collator('en', { numeric: true });

/** Natural order of names: DS2 before DS10. */
export function compareNames(a: string, b: string): number {
  return natural.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/** Last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder of a path; '' at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** A run's time stamp at the end of a folder name, e.g. `_09-33-05`. */
const STAMP = /_\d\d-\d\d-\d\d$/;

/** Folder or file name without its run stamp. */
export function withoutStamp(name: string): string {
  return name.replace(STAMP, '');
}

/** Whether a path is a file or the beginning of its name, compressed. */
function isPacked(path: string, file: string): boolean {
  const ending = /(?:\.t(?:ar\.)?(?:gz|bz2|xz)|\.(?:gz|bz2|xz|zst|zip|7z|rar|z))$/i.exec(path)?.[0];
  if (ending === undefined) return false;
  const whole = path.slice(0, -ending.length);
  return whole === file || whole === file.replace(/\.[^./]+$/, '');
}

/** The state of planning: files and folders of a tree, which files are claimed by units, and faults so far. */
export class Planning {
  readonly tree: FileTree;
  readonly faults: Fault[] = [];
  readonly warnings: Warning[] = [];
  /** all folders, also without files, in natural order */
  readonly folders: string[];
  readonly #sorted: string[];
  readonly #byFolder = new Map<string, string[]>();
  readonly #subfolders = new Map<string, string[]>();
  readonly #claimed = new Set<string>();

  constructor(tree: FileTree) {
    this.tree = tree;
    this.#sorted = tree.entries.map((entry) => entry.path).sort();
    const folders = new Set<string>();
    const addFolder = (folder: string): void => {
      if (folders.has(folder)) return;
      folders.add(folder);
      if (folder === '') return;
      const parent = folderOf(folder);
      addFolder(parent);
      this.#subfolders.set(parent, [...(this.#subfolders.get(parent) ?? []), folder]);
    };
    for (const path of this.#sorted) {
      const folder = folderOf(path);
      const files = this.#byFolder.get(folder);
      if (files === undefined) this.#byFolder.set(folder, [path]);
      else files.push(path);
      addFolder(folder);
    }
    for (const folder of tree.emptyFolders) addFolder(folder);
    this.folders = [...folders].sort(compareNames);
  }

  /** Files directly in a folder. */
  filesIn(folder: string): string[] {
    return this.#byFolder.get(folder) ?? [];
  }

  subfoldersOf(folder: string): string[] {
    return (this.#subfolders.get(folder) ?? []).toSorted(compareNames);
  }

  /** Every file below a folder, at any depth. */
  filesBelow(folder: string): string[] {
    if (folder === '') return [...this.#sorted];
    return this.#sorted.slice(this.#firstFrom(`${folder}/`), this.#firstFrom(`${folder}0`));
  }

  /** Index of the first path not before the text; `0` is the character after `/`. */
  #firstFrom(text: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  claim(files: readonly string[]): void {
    for (const file of files) this.#claimed.add(file);
  }

  unclaimed(files: readonly string[] = this.#sorted): string[] {
    return files.filter((file) => !this.#claimed.has(file));
  }

  missing(file: string, sentence: string): void {
    const packed = this.filesIn(folderOf(file)).find((path) => isPacked(path, file));
    if (packed === undefined) {
      this.faults.push({ kind: 'missing', file, line: null, column: null, sentence });
      return;
    }
    this.claim([packed]);
    this.wrong(packed, `The file ${nameOf(file)} is compressed; unpack it.`);
  }

  warn(file: string, sentence: string): void {
    this.warnings.push({ file, line: null, column: null, sentence });
  }

  wrong(file: string, sentence: string): void {
    this.faults.push({ kind: 'wrong', file, line: null, column: null, sentence });
  }
}
