interface Part {
  name: string;
  version: string;
  licence: string;
}

declare const __OMICON_PARTS__: readonly Part[];

/** Packages the product is made of, with their licences; put in by the build (`web/vite.config.ts`). */
export const PARTS: readonly Part[] = __OMICON_PARTS__;
