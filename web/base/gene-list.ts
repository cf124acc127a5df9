/** Lists of genes in addresses: short lists are compressed, longer ones stored in this tab under a name. */

/** Identifiers that can be explored at once. */
export const MAX_IDENTIFIERS = 5000;
/** Maximum characters of a list in an address; browsers, proxies and mail programs handle addresses of about 8,000. */
const MAX_IN_ADDRESS = 6000;
/** A background of 60,000 identifiers of 100 characters each. */
const MAX_CHARACTERS = 6_100_000;
const KEPT_MARK = '.';
const KEPT_NAME = 'omicon-genes';

async function passThrough(bytes: Uint8Array<ArrayBuffer>, through: ReadableWritablePair, most: number) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    length += read.value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError('The list is too long for a list of genes.');
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Base64url of the deflated list, one identifier per line. */
export async function packList(identifiers: readonly string[]): Promise<string> {
  const text = new TextEncoder().encode(identifiers.join('\n'));
  const packed = await passThrough(text, new CompressionStream('deflate-raw'), MAX_CHARACTERS);
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws Error if the text is not a packed list, or the list is too long */
export async function unpackList(packed: string): Promise<string[]> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const text = await passThrough(bytes, new DecompressionStream('deflate-raw'), MAX_CHARACTERS);
  return new TextDecoder('utf-8', { fatal: true })
    .decode(text)
    .split('\n')
    .filter((identifier) => identifier !== '');
}

/** Whether a parameter is only the name of a list stored in this tab. */
export function isStored(param: string): boolean {
  return param.startsWith(KEPT_MARK);
}

function storageName(owner: number, name: string): string {
  return `${KEPT_NAME}-${owner}-${name}`;
}

/** If the session storage is full, drops earlier lists to make room. */
function store(owner: number, packed: string): string {
  const name = crypto.randomUUID();
  try {
    sessionStorage.setItem(storageName(owner, name), packed);
  } catch {
    for (const other of Object.keys(sessionStorage))
      if (other.startsWith(KEPT_NAME)) sessionStorage.removeItem(other);
    sessionStorage.setItem(storageName(owner, name), packed);
  }
  return `${KEPT_MARK}${name}`;
}

/**
 * Encodes a list for an address: the packed list, or the name under which it is stored in this tab.
 * @param owner id of the person; nobody else can read a stored list
 */
export async function encodeList(identifiers: readonly string[], owner: number): Promise<string> {
  const packed = await packList(identifiers);
  return packed.length <= MAX_IN_ADDRESS ? packed : store(owner, packed);
}

export type DecodedList = { identifiers: string[]; problem: null } | { identifiers: null; problem: string };

/** Decodes a list from an address, or gives a message why it cannot be read. */
export async function decodeList(param: string, owner: number): Promise<DecodedList> {
  const packed = isStored(param) ? sessionStorage.getItem(storageName(owner, param.slice(1))) : param;
  if (packed === null) {
    return {
      identifiers: null,
      problem:
        'This list is too long for an address; it is stored in the browser tab where it was explored. Please paste it here.',
    };
  }
  try {
    return { identifiers: await unpackList(packed), problem: null };
  } catch {
    return {
      identifiers: null,
      problem: 'The list in this address cannot be read; a part of the address may be missing.',
    };
  }
}
