import { Modal, VisuallyHidden } from '@mantine/core';
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { BreakableName } from '../../../ui/text/BreakableName.tsx';
import shared from '../lineage.module.css';
import { NodeDetails } from '../NodeDetails.tsx';
import { describeNode, fullName, KIND_NAMES } from '../node-facts.ts';
import { shapePath } from '../shapes.ts';
import classes from './lineage-tree.module.css';
import { openBranches, type VisibleBranch } from './tree-filter.ts';
import { stepInTree } from './tree-keys.ts';

interface LineageTreeProps {
  root: LineageNode;
  focus: string;
  folded: ReadonlySet<string>;
  onToggle(id: string): void;
  fileHref(key: string): string;
}

const SHAPE = { width: 22, height: 14 };

function BranchRow({ branch, focus }: { branch: VisibleBranch; focus: string }) {
  const { node, isFolded, hidden } = branch;
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  const width = node.type === 'transformation' ? SHAPE.height : SHAPE.width;
  return (
    <>
      <VisuallyHidden>{describeNode(node, hidden, node.id === focus)}</VisuallyHidden>
      <span className={classes.chevron} data-chevron={node.id}>
        {node.children.length > 0 && <Chevron size={14} aria-hidden="true" />}
      </span>
      <svg
        width={width}
        height={SHAPE.height}
        className={`${shared.shape} ${classes.shape}`}
        aria-hidden="true"
      >
        <path d={shapePath(node.type, width, SHAPE.height)} />
      </svg>
      <span className={classes.branchName} aria-hidden="true" data-focus={node.id === focus || undefined}>
        <BreakableName text={fullName(node)} />
      </span>
      {hidden > 0 && (
        <span className={shared.size} aria-hidden="true">
          +{hidden}
        </span>
      )}
      {node.code === null && (
        <span className={classes.branchKind} aria-hidden="true">
          {KIND_NAMES[node.type]}
        </span>
      )}
    </>
  );
}

/** The lineage as an indented list; arrow keys move, Enter opens a node. */
export function LineageTree({ root, focus, folded, onToggle, fileHref }: LineageTreeProps) {
  const branches = openBranches(root, folded);
  const list = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(focus);
  const [openId, setOpenId] = useState<string | null>(null);
  const opened = branches.find(({ node }) => node.id === openId);
  const reached = branches.some(({ node }) => node.id === stop) ? stop : root.id;

  function press(event: KeyboardEvent): void {
    const step = stepInTree(branches, reached, event.key);
    if (step === null) return;
    event.preventDefault();
    if (step.do === 'open') setOpenId(reached);
    if (step.do === 'toggle') onToggle(reached);
    if (step.do === 'go') {
      setStop(step.to);
      list.current?.querySelector<HTMLElement>(`[data-branch="${CSS.escape(step.to)}"]`)?.focus();
    }
  }

  return (
    <>
      <div ref={list} role="tree" aria-label="Lineage" className={classes.tree}>
        {branches.map((branch) => (
          <div
            key={branch.node.id}
            role="treeitem"
            className={classes.branch}
            data-branch={branch.node.id}
            style={{ paddingInlineStart: `calc(8px + ${branch.level - 1} * var(--indent))` }}
            tabIndex={branch.node.id === reached ? 0 : -1}
            aria-level={branch.level}
            aria-posinset={branch.position}
            aria-setsize={branch.siblings}
            aria-expanded={branch.node.children.length === 0 ? undefined : !branch.isFolded}
            aria-current={branch.node.id === focus || undefined}
            onFocus={() => setStop(branch.node.id)}
            onKeyDown={press}
            onClick={(event) => {
              const isChevron =
                event.target instanceof Element && event.target.closest('[data-chevron]') !== null;
              if (isChevron && branch.node.children.length > 0) onToggle(branch.node.id);
              else setOpenId(branch.node.id);
            }}
          >
            <BranchRow branch={branch} focus={focus} />
          </div>
        ))}
      </div>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpenId(null)}
        title={opened !== undefined && <BreakableName text={fullName(opened.node)} />}
        size="lg"
      >
        {opened !== undefined && (
          <NodeDetails
            node={opened.node}
            parent={branches.find(({ node }) => node.id === opened.parent)?.node}
            isFolded={opened.isFolded}
            fileHref={fileHref}
            onToggle={onToggle}
          />
        )}
      </Modal>
    </>
  );
}
