FROM node:22-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
# The lab starts Redis nodes of its own, to freeze and to kill them.
# LAB_PACKAGES are servers that some of its strategies need (docker compose --profile locks).
ARG LAB_PACKAGES=""
RUN apt-get update && apt-get install -y --no-install-recommends redis-server $LAB_PACKAGES && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
# With the sources: the lab shows the file of the strategy that is racing.
COPY --from=build --chown=node:node /app ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "node build/db/migrate.js && node build/db/seed.js && exec node build/server/main.js"]
