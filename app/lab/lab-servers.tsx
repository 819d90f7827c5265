"use client";

import { createContext, type ReactNode, useCallback, useContext } from "react";
import type { LabProgram } from "#contract/lab-strategies";
import type { LabServers } from "#contract/pages";
import { raceMessages } from "../lib/messages/lab-race";
import { useMessages } from "../lib/messages/language-context";
import styles from "./lab-servers.module.css";

const COMPOSE = "docker compose --profile locks up";

const LabServersContext = createContext<LabServers | null>(null);

/** Which programs the machine has that some strategies and faults need. */
export function LabServersProvider({ servers, children }: { servers: LabServers; children: ReactNode }) {
  return <LabServersContext value={servers}>{children}</LabServersContext>;
}

/** Whether what a strategy or a fault needs is not installed here. */
export function useMissingServer(): (program: LabProgram | undefined) => boolean {
  const servers = useContext(LabServersContext);
  return useCallback((program) => program !== undefined && servers?.[program].installed === false, [servers]);
}

/** One line on how to get it; nothing where it is there. */
export function MissingServer({ program }: { program: LabProgram | undefined }) {
  const text = useMessages(raceMessages).form;
  const servers = useContext(LabServersContext);
  const missing = useMissingServer();
  if (!program || !missing(program)) return null;
  return (
    <p className={styles.missing}>
      {text.needs(program)} <code>{servers?.[program].install}</code>. {text.orCompose} <code>{COMPOSE}</code>
    </p>
  );
}
