import { type CSSToken, TokenType, tokenizer } from '@csstools/css-tokenizer';

/** Maximum depth of blocks and functions; style sheets written by hand need half of it. */
const DEEPEST = 10;

const closers: Partial<Record<CSSToken[0], TokenType>> = {
  [TokenType.Function]: TokenType.CloseParen,
  [TokenType.OpenParen]: TokenType.CloseParen,
  [TokenType.OpenSquare]: TokenType.CloseSquare,
  [TokenType.OpenCurly]: TokenType.CloseCurly,
};

/**
 * Whether blocks and functions are nested deeper than 10 (CSS Syntax 3, 5.4.8). The parser tries alternatives at each level of
 * mathematical functions, so that its time doubles with the depth.
 */
export function isDeeplyNested(css: string): boolean {
  const open: TokenType[] = [];
  const { nextToken, endOfFile } = tokenizer({ css });
  while (!endOfFile()) {
    const [type] = nextToken();
    const closer = closers[type];
    if (closer !== undefined) open.push(closer);
    else if (open.at(-1) === type) open.pop();
    if (open.length > DEEPEST) return true;
  }
  return false;
}
