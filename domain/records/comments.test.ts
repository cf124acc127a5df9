/** Who reads and changes comments, from design.md section 5 and the specification's section 6. */
import { describe, expect, test } from 'vitest';
import {
  listDefaultPermissions,
  NOBODY,
  type Principal,
  ROLES,
  type Role,
} from '../permissions/permissions.ts';
import {
  COMMENT_VISIBILITIES,
  canDeleteComment,
  canEditComment,
  canReadComment,
  commentCode,
  narrowVisibility,
  TOPIC_TYPES,
  type TopicType,
} from './comments.ts';

function aPrincipal(role: Role, person_id = 1): Principal {
  return { person_id, role, permissions: new Set(listDefaultPermissions(role)) };
}

describe('a comment of somebody else', () => {
  test.each([
    ['public', 'admin LAB REVIEWER RU GU'],
    ['lab', 'admin LAB REVIEWER'],
    ['private', 'admin'],
  ] as const)('that is %s is read by %s', (visibility, readers) => {
    const comment = { visibility, person_id: 2, to_person_id: 3 };
    const found = ROLES.filter((role) => canReadComment(aPrincipal(role), comment));
    expect(found).toEqual(readers.split(' '));
    expect(canReadComment(NOBODY, { ...comment, to_person_id: null })).toBe(visibility === 'public');
  });

  test.each(COMMENT_VISIBILITIES)('that is %s is read by its author and by who is answered', (visibility) => {
    for (const role of ['RU', 'REVIEWER'] as const) {
      expect(canReadComment(aPrincipal(role), { visibility, person_id: 1, to_person_id: null })).toBe(true);
      expect(canReadComment(aPrincipal(role), { visibility, person_id: 2, to_person_id: 1 })).toBe(true);
    }
  });
});

test('a reply is never more visible than its parent', () => {
  const narrowed = COMMENT_VISIBILITIES.map((parent) =>
    COMMENT_VISIBILITIES.map((wished) => narrowVisibility(wished, parent)),
  );
  expect(narrowed).toEqual([
    ['public', 'lab', 'private'],
    ['lab', 'lab', 'private'],
    ['private', 'private', 'private'],
  ]);
});

describe.each([
  ['dc', false],
  ['dc', true],
  ['project', false],
  ['project', true],
] as const)('on a record of kind %s, reply %s', (entity_type, isReply) => {
  test('members change their own, administrators any, guests none', () => {
    const kind = { entity_type, isReply };
    for (const [person_id, changers] of [
      [1, 'admin LAB REVIEWER RU'],
      [2, 'admin'],
    ] as const) {
      const comment = { ...kind, person_id };
      expect(ROLES.filter((role) => canEditComment(aPrincipal(role), comment)).join(' ')).toBe(changers);
      expect(ROLES.filter((role) => canDeleteComment(aPrincipal(role), comment)).join(' ')).toBe(changers);
    }
  });
});

test('a code of its own lets people change their comments on analyses, and nothing else', () => {
  const principal: Principal = {
    person_id: 1,
    role: 'RU',
    permissions: new Set(['PROJECT_COMMENTS_MODIFY_SELF', 'PROJECT_COMMENTS_DELETE_SELF']),
  };
  const may = (entity_type: TopicType, isReply: boolean, person_id = 1) => {
    const comment = { entity_type, isReply, person_id };
    return [canEditComment(principal, comment), canDeleteComment(principal, comment)];
  };
  expect([may('project', false), may('meta-module', false)].flat()).toEqual([true, true, true, true]);
  expect([may('project', true), may('dc', false), may('ds', false), may('project', false, 2)].flat()).toEqual(
    Array.from({ length: 8 }, () => false),
  );
});

test('each kind of topic has its code for talking about it', () => {
  expect(TOPIC_TYPES.map(commentCode)).toEqual([
    'COLLECTION_COMMENT',
    'DATA_SET_COMMENT',
    'PROJECT_COMMENT',
    'GENE_COMMENT',
    'PROJECT_COMMENT',
  ]);
});
