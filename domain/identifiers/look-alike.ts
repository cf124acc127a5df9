/** Detects names that look alike, also across scripts. */

/**
 * Letters of other scripts that look like Latin ones, in lower case, as they occur in names. Not complete: it only
 * marks similar names, it does not forbid them.
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
 * A key that is equal for names that look alike: without accents, case and width, with look-alike letters as Latin
 * ones.
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

/** Indexes of the names that look like another one in the list. */
export function findLookAlikes(names: readonly string[]): Set<number> {
  const bySkeleton = new Map<string, number[]>();
  for (const [index, name] of names.entries()) {
    const skeleton = skeletonOf(name);
    bySkeleton.set(skeleton, [...(bySkeleton.get(skeleton) ?? []), index]);
  }
  return new Set([...bySkeleton.values()].filter((indexes) => indexes.length > 1).flat());
}
