interface Size {
  width: number;
  height: number;
}

interface Box extends Size {
  x: number;
  y: number;
}

const GAP = 8;

function within(start: number, length: number, room: number): number {
  return Math.max(GAP, Math.min(start, room - length - GAP));
}

/** Upper left corner of a node's popup: beside the node, or over it where there is no room on either side. */
export function positionPopup(node: Box, popup: Size, room: Size): { left: number; top: number } {
  const right = node.x + node.width + GAP;
  const left = node.x - popup.width - GAP;
  const top = within(node.y + node.height / 2 - popup.height / 2, popup.height, room.height);
  if (right + popup.width + GAP <= room.width) return { left: right, top };
  if (left >= GAP) return { left, top };
  const below = node.y + node.height + GAP;
  return {
    left: within(node.x + node.width / 2 - popup.width / 2, popup.width, room.width),
    top: within(below, popup.height, room.height),
  };
}
