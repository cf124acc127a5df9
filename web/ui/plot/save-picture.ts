/** Saves pictures as files. */
import { saveFile } from '../files/save-file.ts';

/** Characters forbidden in XML, even as references, become U+FFFD. */
export function replaceForbidden(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}

export function escapeXml(text: string): string {
  return replaceForbidden(
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  );
}

export interface Drawing {
  svg: string;
  width: number;
  height: number;
}

/** Maximum side of a canvas in browsers, px. */
const MAX_PIXELS = 16_000;

export function saveSvg({ svg }: Drawing, fileName: string): void {
  saveFile(new Blob([svg], { type: 'image/svg+xml;charset=utf-8' }), `${fileName}.svg`);
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** Renders a drawing at twice its size, or less if it is very large. */
export async function savePng({ svg, width, height }: Drawing, fileName: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml;charset=utf-8' }));
  try {
    const image = await loadImage(url);
    const dots = Math.min(2, MAX_PIXELS / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * dots);
    canvas.height = Math.round(height * dots);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (content === null) throw new Error('The picture is too large for this browser.');
    saveFile(content, `${fileName}.png`);
  } finally {
    URL.revokeObjectURL(url);
  }
}
