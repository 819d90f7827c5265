/** The little of Artillery's inside that our hooks touch. */
import type { Socket } from "socket.io-client";

export interface VirtualUser {
  vars: Record<string, unknown>;
  /** By namespace; the socket.io engine opens "" before the first step. */
  sockets?: Record<string, Socket>;
}

export interface HttpRequest {
  url: string;
  method: string;
  json?: Record<string, unknown>;
}

export interface HttpResponse {
  statusCode: number;
  body?: string;
}
