/** What a picture of the gallery is taken of. */
import type { Page } from 'playwright-core';
import type { DemoRecords } from '../browser/addresses.ts';

export interface PictureRecords extends DemoRecords {
  /** a search for modules in `ds` that waits for a choice */
  pipelineRun: number;
}

export interface Shot {
  /** name of the file and of the picture in the page */
  name: string;
  caption: string;
  /** null for a visitor who has not signed in */
  person: 'demo_lab' | 'demo_admin' | null;
  address(records: PictureRecords): string;
  /** prepares the state of the screen */
  prepare?(page: Page): Promise<void>;
  /** also taken in dark mode */
  isAlsoDark?: true;
}

export interface ShotGroup {
  title: string;
  shots: readonly Shot[];
}

export const COLLECTION =
  '/home/collections/data-collections/attributes?contentType=collections&from=dsListing&dcId=';
export const DATA_SET = '/home/collections/data-sets/attributes?contentType=collections&from=dsListing&dsId=';

export function analysisPage({ analysis }: DemoRecords, more: string): string {
  return `/home/analyses/analysis-data/attributes?analysisId=${analysis}&mainAnalysisId=${analysis}&contentType=analyses${more}`;
}

export function analysisFiles({ analysis }: DemoRecords, more: string): string {
  return `/home/analyses/analysis-data/files?analysisId=${analysis}&mainAnalysisId=${analysis}${more}`;
}

export function encode(query: object): string {
  return Buffer.from(JSON.stringify(query)).toString('base64url');
}

export function member(
  name: string,
  caption: string,
  address: Shot['address'],
  more: Partial<Shot> = {},
): Shot {
  return { name, caption, person: 'demo_lab', address, ...more };
}

export function administrator(name: string, caption: string, address: string): Shot {
  return { name, caption, person: 'demo_admin', address: () => address };
}

export function stranger(name: string, caption: string, address: string, more: Partial<Shot> = {}): Shot {
  return { name, caption, person: null, address: () => address, ...more };
}
