import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { pageSource } from "#contract/pages";
import { getMessages } from "../lib/current-request";
import { labMessages } from "../lib/messages/lab";
import { LabNav } from "./lab-nav";
import { LabServersProvider } from "./lab-servers";
import "./lab-tokens.css";
import styles from "./layout.module.css";

export default async function LabLayout({ children }: { children: ReactNode }) {
  const { nav } = await getMessages(labMessages);
  if (!pageSource().hasLab()) notFound();
  return (
    <div className={styles.lab}>
      <LabNav text={nav} />
      <LabServersProvider servers={pageSource().labServers()}>{children}</LabServersProvider>
    </div>
  );
}
