import QRCode from "qrcode";

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
    <svg role="img" aria-label={label} viewBox={`-2 -2 ${size + 4} ${size + 4}`} shapeRendering="crispEdges">
      <rect x="-2" y="-2" width={size + 4} height={size + 4} fill="#fff" />
      <path d={path} fill="#1a0d14" />
    </svg>
  );
}
