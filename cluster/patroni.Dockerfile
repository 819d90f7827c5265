# Debian's Patroni and PostgreSQL 15: what `npm run cluster` runs.
FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends patroni python3-etcd postgresql-15 postgresql-client-15 \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o postgres -g postgres -m 700 /var/lib/postgresql/member
CMD ["patroni", "/etc/patroni.yml"]
