/**
 * Reads the serialization of R, versions 2 and 3, as big-endian numbers. Nothing is evaluated: functions and pointers
 * are passed over. scran.js cannot be used here: it starts threads and makes code from strings, which the sandbox
 * forbids, reads NA as an empty string, and does not enter environments, in which an ExpressionSet keeps its values.
 * @source R Internals, chapter 1.8; R, src/main/serialize.c
 */
import { BinaryRefusal } from '../../binary-form.ts';
import { valueOfAltrep } from './altrep.ts';
import { ByteReader, cutOff } from './byte-reader.ts';
import { skipBytecode } from './bytecode.ts';
import {
  NO_ATTRIBUTES,
  NULL,
  OTHER,
  type RAttributes,
  type REnvironment,
  type RPairs,
  type RValue,
} from './r-value.ts';
import { CODES } from './type-codes.ts';

/** Objects of Bioconductor nest some 30 levels deep, formulas of models fewer. */
const MAX_DEPTH = 300;
/** Values other than numbers and strings in vectors; objects of a million cells have some thousand. */
const MAX_VALUES = 5_000_000;

const HAS_ATTRIBUTES = 1 << 9;
const HAS_TAG = 1 << 10;

/** @param bytes unpacked, from their first byte on. @throws BinaryRefusal */
export function readRds(bytes: Buffer): RValue {
  const reader = new ByteReader(bytes, 2);
  const version = reader.int();
  reader.skip(8);
  if (version !== 2 && version !== 3) {
    throw new BinaryRefusal(
      `The file has version ${version} of R\u2019s form; save it with saveRDS(x, file, version = 3).`,
    );
  }
  if (version === 3) reader.skip(reader.int());
  return new ValueReader(reader).value();
}

export class ValueReader {
  readonly reader: ByteReader;
  /** symbols and environments, which later values refer to by number */
  readonly #known: RValue[] = [];
  #depth = 0;
  #values = 0;

  constructor(reader: ByteReader) {
    this.reader = reader;
  }

  value(): RValue {
    return this.nested(() => this.#valueOf(this.reader.int()));
  }

  /** @throws BinaryRefusal for values that are nested too deeply, or too many */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    this.#values += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new BinaryRefusal(
        `The object is nested more than ${MAX_DEPTH} levels deep; save its table alone.`,
      );
    }
    if (this.#values > MAX_VALUES) {
      throw new BinaryRefusal('The object has more than 5,000,000 parts; save its table alone.');
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #valueOf(flags: number): RValue {
    switch (flags & 0xff) {
      case CODES.nil:
        return NULL;
      case CODES.reference:
        return this.#reference(flags >> 8);
      case CODES.symbol:
        return this.#remember({ type: 'symbol', name: this.#name() });
      case CODES.environment:
        return this.#environment();
      case CODES.namespace:
      case CODES.package:
      case CODES.persistent:
        return this.#outside();
      case CODES.string:
        this.reader.text(flags);
        return OTHER;
      case CODES.altrep:
        return this.#altrep();
      default:
        return this.#withAttributes(flags);
    }
  }

  #remember<T extends RValue>(value: T): T {
    this.#known.push(value);
    return value;
  }

  #reference(packed: number): RValue {
    const value = this.#known[(packed === 0 ? this.reader.int() : packed) - 1];
    if (value === undefined) throw cutOff();
    return value;
  }

  #name(): string {
    const flags = this.reader.int();
    if ((flags & 0xff) !== CODES.string) throw cutOff();
    return this.reader.text(flags) ?? 'NA';
  }

  #environment(): REnvironment {
    this.reader.int();
    const environment: REnvironment = {
      type: 'environment',
      frame: NULL,
      table: NULL,
      attributes: NO_ATTRIBUTES,
    };
    // Its variables may refer to it.
    this.#remember(environment);
    this.value();
    environment.frame = this.value();
    environment.table = this.value();
    environment.attributes = asAttributes(this.value());
    return environment;
  }

  /** What R finds by its name when it reads a file, such as a package. */
  #outside(): RValue {
    this.reader.int();
    const count = this.reader.length(8);
    for (let at = 0; at < count; at += 1) this.#name();
    return this.#remember(OTHER);
  }

  #altrep(): RValue {
    const about = this.value();
    const state = this.value();
    const attributes = asAttributes(this.value());
    const value = valueOfAltrep(about, state);
    return attributes.size === 0 || !('attributes' in value) ? value : { ...value, attributes };
  }

  #withAttributes(flags: number): RValue {
    const code = flags & 0xff;
    if (PAIRS.has(code)) return this.#pairs(flags);
    const value = this.#plain(code);
    if ((flags & HAS_ATTRIBUTES) === 0) return value;
    const attributes = asAttributes(this.value());
    return 'attributes' in value ? { ...value, attributes } : value;
  }

  #plain(code: number): RValue {
    const { reader } = this;
    switch (code) {
      case CODES.logical:
        return reader.integers('logical');
      case CODES.integer:
        return reader.integers('integer');
      case CODES.double:
        return reader.doubles();
      case CODES.strings:
        return reader.strings();
      case CODES.list:
      case CODES.expression:
        return this.#list();
      case CODES.S4:
        return { type: 'S4', attributes: NO_ATTRIBUTES };
      default:
        this.#passOver(code);
        return OTHER;
    }
  }

  #list(): RValue {
    const length = this.reader.length(4);
    const items: RValue[] = [];
    for (let at = 0; at < length; at += 1) items.push(this.value());
    return { type: 'list', items, attributes: NO_ATTRIBUTES };
  }

  #passOver(code: number): void {
    const { reader } = this;
    if (EMPTY.has(code)) return;
    if (code === CODES.complex) reader.skip(reader.length(16) * 16);
    else if (code === CODES.raw) reader.skip(reader.length(1));
    else if (code === CODES.special || code === CODES.builtin) reader.skip(reader.int());
    else if (code === CODES.weak) this.#remember(OTHER);
    else if (code === CODES.pointer) {
      this.#remember(OTHER);
      this.value();
      this.value();
    } else if (code === CODES.bytecode) skipBytecode(this);
    else
      throw new BinaryRefusal(
        `The object has a part of type ${code}, which is not known; save its table alone.`,
      );
  }

  /** Follows the list itself, so that long ones do not nest. Of a function or a call, what is in it is passed over. */
  #pairs(first: number): RValue {
    const pairs: RPairs = { type: 'pairs', entries: [], attributes: NO_ATTRIBUTES };
    let flags = first;
    while (PAIRS.has(flags & 0xff)) {
      const attributes = (flags & HAS_ATTRIBUTES) === 0 ? NO_ATTRIBUTES : asAttributes(this.value());
      if (flags === first) pairs.attributes = attributes;
      const tag = (flags & HAS_TAG) === 0 ? NULL : this.value();
      pairs.entries.push({ tag: tag.type === 'symbol' ? tag.name : null, value: this.value() });
      flags = this.reader.int();
    }
    if ((flags & 0xff) !== CODES.nil) this.nested(() => this.#valueOf(flags));
    return (first & 0xff) === CODES.pairs ? pairs : OTHER;
  }
}

/** Lists of pairs, and what R writes like them. */
const PAIRS: ReadonlySet<number> = new Set([
  CODES.pairs,
  CODES.closure,
  CODES.promise,
  CODES.call,
  CODES.dots,
]);
/** Without anything after their code. */
const EMPTY: ReadonlySet<number> = new Set([
  CODES.emptyEnvironment,
  CODES.baseEnvironment,
  CODES.globalEnvironment,
  CODES.unbound,
  CODES.missing,
  CODES.baseNamespace,
]);

function asAttributes(value: RValue): RAttributes {
  if (value.type !== 'pairs') return NO_ATTRIBUTES;
  return new Map(
    value.entries.flatMap(({ tag, value: entry }) => (tag === null ? [] : [[tag, entry] as const])),
  );
}
