/** All that a process and its search threads send each other, as plain data. */
import type { QueryFault } from '@omicon/domain/query/check-query.ts';
import type { HANDLERS } from './handlers.ts';
import type { ObjectRange } from './read/kme-segments.ts';
import type { ReplicaState } from './search-source.ts';

type Handlers = typeof HANDLERS;
type Kind = keyof Handlers;
type RequestOf<K extends Kind> = { kind: K } & Parameters<Handlers[K]>[1];
type ReplyOf<K extends Kind> = Awaited<ReturnType<Handlers[K]>>;

export type Request = { [K in Kind]: RequestOf<K> }[Kind];
export type Reply = ReplyOf<Kind>;
export type ReplyTo<R extends Request> = ReplyOf<R['kind']>;

/** Messages between the threads. */
export interface ThreadRequest {
  id: number;
  request: Request;
}

/** Cancels a request that the thread has not started. */
export interface DropRequest {
  drop: number;
}

/** Frees what the thread keeps of a split question. */
export interface ReleaseRequest {
  release: number;
}

/** A thread asks for bytes of stored objects, which only the main thread can read. */
export interface ReadMessage {
  read: number;
  ranges: ObjectRange[];
}

/** Without bytes: the read failed, and the main thread keeps the error. */
export type ReadReply = { read: number; bytes: Uint8Array[] | null };

/** What a thread is started with. */
export interface ThreadData {
  databaseUrl: string;
  /** null for none */
  replicaUrl: string | null;
}

/** Tells that the thread has begun or ceased to read its replica. */
export interface ReplicaMessage {
  replica: ReplicaState;
}

export type ThreadReply =
  | ReadMessage
  | ReplicaMessage
  | { id: number; chunk: Uint8Array }
  | { id: number; reply: Reply }
  | { id: number; faults: QueryFault[] }
  | { id: number; unknownColumn: string }
  /** the error of a read, which the main thread keeps */
  | { id: number; failedRead: number }
  /** clones of errors lose their code */
  | { id: number; error: string; code: string | undefined };
