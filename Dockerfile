# One image, three uses:
#   docker run -p 8000:8000 -v fieldhouse:/data -e DATABASE_URL=… -e SECRET_KEY=… fieldhouse   requests and jobs
#   docker run -e ROLE=worker …  (or ROLE=api)                                                jobs only (requests only)
#   docker run … fieldhouse node dist/src/cli/main.js migrate                                 migrate, then end
# The embedded PostgreSQL is left out: without DATABASE_URL the start stops and says so.

# An LTS release on Debian, named in full so that the same sources make the same image.
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package runs anything of its own while it is installed: none needs it here, and some would tell others of it.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY .config/bundle.mjs .config/late-packages.mjs .config/
COPY src src
RUN npm run build && rm -f dist/.tsbuildinfo

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc .config/prune-packages.mjs ./
# Not --omit=optional: the password hash comes as an optional package per platform, too.
RUN npm ci --omit=dev --ignore-scripts \
  && npm sbom --omit=dev --package-lock-only --sbom-format=spdx > sbom.spdx.json \
  && node prune-packages.mjs node_modules

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
ARG REVISION=
ARG SOURCE=
LABEL org.opencontainers.image.title="fieldhouse" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.source="${SOURCE}" \
  org.opencontainers.image.licenses="UNLICENSED"
# A user without a name has no home of its own, and libraries ask for one.
# Threads share two pools of memory: each of its own would keep what it once had (decision 117). What is freed goes back
# to the system at once (decision 109).
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data HOME=/tmp MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY package.json .config/entrypoint.sh .config/health-check.sh ./
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/sbom.spdx.json sbom.spdx.json
COPY --from=build /app/dist dist
# Any user of group 0 may write there, as OpenShift runs containers; Kubernetes wants the user as a number.
RUN mkdir /data && chown 1000:0 /data && chmod 2770 /data
USER 1000:0
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["bash", "/app/health-check.sh"]
ENTRYPOINT ["sh", "/app/entrypoint.sh"]
# Objects are collected in small steps: less memory, and no fewer requests a second (decision 126).
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=70", "dist/src/bundle/main.js"]
