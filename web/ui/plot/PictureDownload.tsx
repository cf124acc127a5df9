import { Menu } from '@mantine/core';
import { showToast } from '../feedback/toasts.ts';
import { DownloadMenu } from '../files/DownloadMenu.tsx';
import { saveText } from '../files/write-table.ts';
import { type Drawing, savePng, saveSvg } from './save-picture.ts';

export interface PictureDownloadProps {
  /** draws the picture, on demand */
  draw(): Drawing;
  /** the numbers of the picture as TSV, if it has any */
  write?: () => string;
  /** further forms of the same numbers */
  others?: readonly { title: string; extension: string; write(): string }[];
  fileName: string;
}

/** Menu to download a picture, or its numbers. */
export function PictureDownload({ draw, write, others = [], fileName }: PictureDownloadProps) {
  async function keepPng(): Promise<void> {
    try {
      await savePng(draw(), fileName);
    } catch {
      showToast({
        type: 'warning',
        title: 'Not saved',
        message: 'The browser could not draw the picture. Please take the SVG instead.',
      });
    }
  }

  return (
    <DownloadMenu label="Download what is shown">
      <Menu.Item onClick={() => saveSvg(draw(), fileName)}>Picture as SVG</Menu.Item>
      <Menu.Item onClick={() => void keepPng()}>Picture as PNG</Menu.Item>
      {write !== undefined && (
        <Menu.Item onClick={() => saveText(write(), `${fileName}.tsv`, 'text/tab-separated-values')}>
          Table as TSV
        </Menu.Item>
      )}
      {others.map(({ title, extension, write: writeOther }) => (
        <Menu.Item
          key={extension}
          onClick={() => saveText(writeOther(), `${fileName}.${extension}`, 'text/plain')}
        >
          {title}
        </Menu.Item>
      ))}
    </DownloadMenu>
  );
}
