import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";

/** Errors are logged as `error` here and as `err` by libraries; either way with message and stack. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const serializers = { error: stdSerializers.err, err: stdSerializers.err };
  return destination ? pino({ level, serializers }, destination) : pino({ level, serializers });
}
