"use client";

import { usePathname, useSearchParams } from "next/navigation";

/** For the links that come back to where one is. */
export function useCurrentAddress(): string {
  const path = usePathname();
  const query = useSearchParams().toString();
  return query ? `${path}?${query}` : path;
}
