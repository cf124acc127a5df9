import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { GALLERY } from './gallery.ts';
import type { Shot } from './shots.ts';

const HEAD = `# Gallery

The main screens with the demo laboratory, at 1440 and 390 px, some also in dark mode. Taken by \`npm run pictures\`,
which also writes this page. The [user guide](../user-guide.md) explains the screens.
`;

function rowOf({ name, caption, isAlsoDark }: Shot): string {
  const dark = isAlsoDark ? ` <img src="${name}-dark.png" alt="${caption}, dark" width="640">` : '';
  return `### ${caption}

<img src="${name}.png" alt="${caption}" width="640"> <img src="${name}-390.png" alt="${caption}, 390 px wide" width="172">${dark}
`;
}

/** The gallery page: pictures in groups, each with a caption. */
export function writeGalleryPage(folder: string): void {
  const groups = GALLERY.map(({ title, shots }) => `## ${title}\n\n${shots.map(rowOf).join('\n')}`);
  writeFileSync(path.join(folder, 'README.md'), [HEAD, ...groups].join('\n'));
}
