/** Building blocks of hostile files, and expected responses. */

export interface HostileFile {
  name: string;
  bytes: Buffer;
  /** a refusal with this sentence, or a preview with these literal texts */
  answer: { status: number; sentence: string | RegExp } | { shows: readonly string[] };
}

/** A file that intake refuses, so that it is never stored. */
export interface StoppedFile {
  name: string;
  bytes: Buffer;
  fault: string;
}

/** A script that reports that it ran. */
export const RUN = 'window.__ran=1;alert(1)';
export const HTML = `<!doctype html><html><body><script>${RUN}</script><img src=x onerror="${RUN}"></body></html>`;
export const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script></svg>`;
/** A host that must never be contacted; the name does not exist. */
export const ELSEWHERE = 'http://elsewhere.invalid';
export const MEBIBYTE = 1024 ** 2;

export const refused = (sentence: string | RegExp) => ({ status: 400, sentence });
export const noPreview = (rest: string) => refused(`This file cannot be previewed. ${rest}`);
/** A file whose content does not match its extension. */
export const misnamed = (extension: string, held: string) =>
  refused(`This file is named .${extension} but holds ${held}.`);
export const WEB_PAGE = 'a web page (HTML)';
export const EMPTY = noPreview('It is empty.');
/** Passed to the viewer as untyped bytes, which the viewer checks. */
export const AS_BYTES = { shows: [] };

/** Ten nested entities, each ten times the previous: a billion letters. */
export function laughs(root: string): string {
  const entities = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('');
  return `<!DOCTYPE ${root} [<!ENTITY l0 "ha">${entities}]>`;
}

export function zeros(mebibytes: number): Buffer {
  return Buffer.alloc(mebibytes * MEBIBYTE, 0x20);
}

/** Deterministic random bytes. */
export function noise(length: number): Buffer {
  let state = 12_345;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return (state >>> 16) & 0xff;
    }),
  );
}

/** Property names of Object.prototype. */
export const PROTOTYPES = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'];
