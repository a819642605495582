export const joinTypes = [
  'inner',
  'left',
  'right',
  'full',
  'leftSemi',
  'leftAnti',
  'rightSemi',
  'rightAnti',
  'leftMark',
  'rightMark',
] as const;
/** Which rows a join keeps. A mark join keeps every row of one side and adds a boolean column `mark`. */
export type JoinType = (typeof joinTypes)[number];

/** The join type that gives the same rows with its inputs exchanged. */
export function swapJoinType(of: JoinType): JoinType {
  switch (of) {
    case 'inner':
    case 'full':
      return of;
    case 'left':
      return 'right';
    case 'right':
      return 'left';
    case 'leftSemi':
      return 'rightSemi';
    case 'rightSemi':
      return 'leftSemi';
    case 'leftAnti':
      return 'rightAnti';
    case 'rightAnti':
      return 'leftAnti';
    case 'leftMark':
      return 'rightMark';
    case 'rightMark':
      return 'leftMark';
  }
}

const names: Readonly<Record<JoinType, string>> = {
  inner: 'Inner',
  left: 'Left',
  right: 'Right',
  full: 'Full',
  leftSemi: 'LeftSemi',
  leftAnti: 'LeftAnti',
  rightSemi: 'RightSemi',
  rightAnti: 'RightAnti',
  leftMark: 'LeftMark',
  rightMark: 'RightMark',
};
export const formatJoinType = (of: JoinType): string => names[of];

/** Columns of which inputs come out, and whether unmatched rows of the other side turn them into NULLs. */
export function joinOutput(of: JoinType): {
  readonly left: boolean;
  readonly right: boolean;
  readonly leftNullable: boolean;
  readonly rightNullable: boolean;
  readonly mark: boolean;
} {
  const leftOnly = of === 'leftSemi' || of === 'leftAnti' || of === 'leftMark';
  const rightOnly = of === 'rightSemi' || of === 'rightAnti' || of === 'rightMark';
  return {
    left: !rightOnly,
    right: !leftOnly,
    leftNullable: of === 'right' || of === 'full',
    rightNullable: of === 'left' || of === 'full',
    mark: of === 'leftMark' || of === 'rightMark',
  };
}

/** Whether two NULL keys match. SQL's `=` says no, `IS NOT DISTINCT FROM` and set operations say yes. */
export type NullEquality = 'nullEqualsNothing' | 'nullEqualsNull';
