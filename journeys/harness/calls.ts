/** Headers of a member's call with a JSON body. With a key, a repeated create call takes effect once. */
export function jsonHeaders(token: string, key?: string): Record<string, string> {
  return {
    authorization: `Token ${token}`,
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
}

/** Body of `POST /api/comment/create/` about a data collection or data set. */
export function commentOn(entity_type: 'dc' | 'ds', entity_id: number, text: string) {
  return { entity_type, entity_id, message: `<p>${text}</p>`, comment_page_url: '/home' };
}
