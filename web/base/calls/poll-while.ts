interface Query<T> {
  state: { data: T | undefined };
}

/** For `refetchInterval`: a call is repeated while its latest reply is of something that has not ended. */
export function pollWhile<T>(isUnfinished: (reply: T) => boolean, everyMs = 2000) {
  return ({ state }: Query<T>): number | false =>
    state.data !== undefined && isUnfinished(state.data) ? everyMs : false;
}
