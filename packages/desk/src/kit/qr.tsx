import QRCode from 'qrcode';
import { useMemo } from 'react';
import css from './qr.module.css';

/** Modules around the code that stay light. */
const QUIET = 4;

/** A text as a QR code, dark on light in both appearances, because scanners need it so. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  return (
    <svg aria-label={label} className={css.code} role="img" shapeRendering="crispEdges" viewBox={`0 0 ${size} ${size}`}>
      <path className={css.light} d={`M0 0h${size}v${size}H0z`} />
      <path className={css.dark} d={path} />
    </svg>
  );
}

function drawn(text: string) {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const strokes: string[] = [];
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) strokes.push(`M${column + QUIET} ${row + QUIET}h1v1h-1z`);
  return { path: strokes.join(''), size: modules.size + 2 * QUIET };
}
