# Usage:
#   docker run -p 8000:8000 -v fieldhouse:/data -e DATABASE_URL=… -e SECRET_KEY=… fieldhouse   API and jobs
#   docker run -e ROLE=worker …  (or ROLE=api)                                                jobs only (API only)
#   docker run … fieldhouse node dist/src/cli/main.js migrate                                 migrate and exit
# The embedded PostgreSQL is not included: without DATABASE_URL the start fails with an error message.

# An LTS release on Debian, pinned for reproducible images.
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Packages run no install scripts: none is needed, and some send telemetry.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY .config/bundle.mjs .config/bundle-browser.mjs .config/image-files.mjs .config/licences.mjs .config/map-ground.mjs .config/web-forms-changes.mjs .config/
COPY src src
RUN npm run build && node .config/image-files.mjs image

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
ARG REVISION=
ARG SOURCE=
LABEL org.opencontainers.image.title="fieldhouse" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.source="${SOURCE}" \
  org.opencontainers.image.licenses="UNLICENSED"
# HOME: a user without a passwd entry has none, and libraries need one.
# MALLOC_…: threads share two arenas, since each arena retains its peak
# (docs/performance.md#listen-backlog-and-malloc-arenas); freed memory is returned to the
# system at once (docs/performance.md#idle-memory).
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data HOME=/tmp MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY package.json .config/entrypoint.sh .config/health-check.sh ./
# Bundles contain all packages but those with native code, WebAssembly, or files that they read.
COPY --from=build /app/image/node_modules node_modules
COPY --from=build /app/image/sbom.spdx.json sbom.spdx.json
COPY --from=build /app/image/dist dist
# Writable by any user of group 0, as OpenShift assigns them; runAsNonRoot of Kubernetes needs a numeric user.
RUN mkdir /data && chown 1000:0 /data && chmod 2770 /data
USER 1000:0
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["bash", "/app/health-check.sh"]
ENTRYPOINT ["sh", "/app/entrypoint.sh"]
# Smaller garbage collection steps: less memory at the same throughput (docs/performance.md#garbage-collection-limits).
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=70", "--no-allocation-site-pretenuring", "dist/src/bundle/main.js"]
