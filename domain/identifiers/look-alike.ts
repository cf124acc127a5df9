/** Names that a reader could take for one another, also across scripts. */

/**
 * Letters of other scripts that look like Latin ones, in lower case; those that people's names hold, after the
 * confusables of Unicode. It is no complete list: it makes a difference visible, it does not decide who may have a name.
 * @source Unicode Technical Standard 39, confusables.txt
 */
const LIKE_LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ьƅ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еҽ',
    g: 'ɡց',
    h: 'һհ',
    i: 'іιıɩӏl1',
    j: 'јϳ',
    k: 'кκ',
    m: 'мⅿ',
    n: 'пոη',
    o: 'оοσօ0',
    p: 'рρ',
    q: 'ԛզ',
    r: 'гꭇ',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υս',
    v: 'ѵν',
    w: 'ԝшω',
    x: 'хχ',
    y: 'уγү',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => [...others].map((other): [string, string] => [other, latin])),
);

/**
 * What a name looks like: without accents, letter case and width, letters of other scripts as the Latin ones they
 * resemble. Names that look alike have the same.
 */
export function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();
  return [...plain]
    .map((letter) => LIKE_LATIN.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm');
}

/** Of these names, the places of those that look like another of them. */
export function findLookAlikes(names: readonly string[]): Set<number> {
  const bySkeleton = new Map<string, number[]>();
  for (const [place, name] of names.entries()) {
    const skeleton = skeletonOf(name);
    bySkeleton.set(skeleton, [...(bySkeleton.get(skeleton) ?? []), place]);
  }
  return new Set([...bySkeleton.values()].filter((places) => places.length > 1).flat());
}
