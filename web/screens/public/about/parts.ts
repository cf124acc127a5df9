interface Part {
  name: string;
  version: string;
  licence: string;
}

declare const __OMICON_PARTS__: readonly Part[];

/** Packages that the product uses, with their licences; inserted by the build (`web/vite.config.ts`). */
export const PARTS: readonly Part[] = __OMICON_PARTS__;
