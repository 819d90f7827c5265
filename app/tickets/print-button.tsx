"use client";

import type { ReactNode } from "react";
import { Button } from "../components/button";

export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <Button variant="quiet" onClick={() => window.print()}>
      {children}
    </Button>
  );
}
