import QRCode from "qrcode";

/** The empty border scanners ask for, in modules. */
const QUIET = 4;

/** Drawn on the server as one path; dark on paper in both themes, for scanners read nothing else well. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { modules } = QRCode.create(content, { errorCorrectionLevel: "M" });
  const { size } = modules;
  let path = "";
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (modules.get(y, x)) path += `M${x} ${y}h1v1h-1z`;
    }
  }
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-${QUIET} -${QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={size + 2 * QUIET} height={size + 2 * QUIET} fill="#fff" />
      <path d={path} fill="#1a0d14" />
    </svg>
  );
}
