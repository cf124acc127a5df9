import { Fragment } from 'react';
import { partsOf } from './fit-label.ts';

/**
 * A name that is broken after the marks that join its parts. Inside a part a browser breaks only what is longer than a
 * line; without this the whole of `Homo_sapiens_SYMBOL_ENTREZID` is such a part, and its last letter may stand alone.
 */
export function BreakableName({ text }: { text: string }) {
  return partsOf(text).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
