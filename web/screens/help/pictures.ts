import collections from './pictures/collections.webp';
import comments from './pictures/comments.webp';
import feedback from './pictures/feedback.webp';
import landing from './pictures/landing.webp';
import lineage from './pictures/lineage.webp';
import module from './pictures/module.webp';
import networks from './pictures/networks.webp';
import preview from './pictures/preview.webp';
import search from './pictures/search.webp';
import tokens from './pictures/tokens.webp';
import traits from './pictures/traits.webp';
import treemap from './pictures/treemap.webp';
import type { PictureName } from './topic.ts';

/** Addresses of the pictures in the build. */
export const PICTURE_ADDRESSES: Record<PictureName, string> = {
  collections,
  comments,
  feedback,
  landing,
  lineage,
  module,
  networks,
  preview,
  search,
  tokens,
  traits,
  treemap,
};
