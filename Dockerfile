# The server and the command line as an image: docs/operating.md, In a container.
FROM node:24 AS build
WORKDIR /src
COPY . .
# The archive that runs anywhere (docs/operating.md, From an archive), unpacked.
RUN npm run package \
 && mkdir /keydesk \
 && tar -xzf release/keydesk-*.tar.gz -C /keydesk --strip-components=1

FROM node:24-slim
RUN groupadd --gid 10001 keydesk \
 && useradd --uid 10001 --gid keydesk --home-dir /data --no-create-home --shell /usr/sbin/nologin keydesk \
 && install -d -o keydesk -g keydesk -m 700 /data /backups
COPY --from=build /keydesk /opt/keydesk
RUN ln -s /opt/keydesk/bin/keydesk /usr/local/bin/keydesk
ENV HOST=0.0.0.0 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 4000
# It asks /health, because /ready fails without the database, and a restart of the server does not help then.
HEALTHCHECK --start-period=5m --interval=10s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["keydesk"]
CMD ["serve"]
