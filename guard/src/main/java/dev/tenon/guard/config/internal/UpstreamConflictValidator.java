package dev.tenon.guard.config.internal;

import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.uri.HttpUrls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds conflicts between upstream servers and with the listener: prefixes and paths must differ, credentials need
 * https, and token exchange needs issuers.
 */
record UpstreamConflictValidator(ListenConfig listen, ConfigSection servers) {
    void validate(List<UpstreamConfig> upstreams) {
        Map<String, String> prefixes = new HashMap<>();
        Map<String, String> paths = new HashMap<>();
        for (UpstreamConfig upstream : upstreams) {
            if (upstream.path().isPresent()) {
                checkOwnPath(upstream, paths);
            } else {
                String other = prefixes.put(upstream.prefix(), upstream.name());
                if (other != null) {
                    String text = "\" share one endpoint: each must have a \"prefix\" of its own, or a \"path\"";
                    addProblem(upstream, "", "and \"upstreams." + other + text);
                }
            }
            if (upstream.target() instanceof UpstreamTarget.NetworkTarget network) {
                checkCredentials(upstream, network);
            }
        }
    }

    /**
     * Credentials require https, except on this machine. Token exchange requires clients that authenticate with tokens.
     */
    private void checkCredentials(UpstreamConfig upstream, UpstreamTarget.NetworkTarget network) {
        boolean hasCredentials = !(network.credentials() instanceof UpstreamCredentials.NoCredentials);
        if (hasCredentials && !HttpUrls.isSecureOrLoopback(network.url())) {
            addProblem(upstream, ".url", "must be https: credentials are sent there");
        }
        boolean hasTokens = listen instanceof ListenConfig.HttpListenConfig http
                && http.authorization().filter(a -> !a.issuers().isEmpty()).isPresent();
        if (network.credentials() instanceof UpstreamCredentials.TokenExchangeCredentials && !hasTokens) {
            String text = "needs \"front.authorization.issuers\": it exchanges the tokens of clients";
            addProblem(upstream, ".credentials.exchange", text);
        }
    }

    /**
     * Adds a problem if the guard does not listen on HTTP. Otherwise records the path of the upstream server in the
     * map, and adds a problem if another upstream server or the common endpoint has the same path.
     */
    private void checkOwnPath(UpstreamConfig upstream, Map<String, String> paths) {
        String path = upstream.path().orElse("");
        if (!(listen instanceof ListenConfig.HttpListenConfig http)) {
            addProblem(upstream, ".path", "needs \"front.http\"");
            return;
        }
        String other = paths.put(path, upstream.name());
        boolean common = path.equals(http.path())
                || http.ssePath().filter(path::equals).isPresent()
                || http.webSocketPath().filter(path::equals).isPresent();
        if (other != null || common) {
            String usedBy = other == null ? "the common endpoint" : "\"upstreams." + other + "\"";
            addProblem(upstream, ".path", "is already used by " + usedBy);
        }
    }

    /** Adds a problem of an upstream server, or of its field with this path, at the line of the server. */
    private void addProblem(UpstreamConfig upstream, String field, String text) {
        String name = upstream.name();
        servers.problems().add(servers.line(name), "\"upstreams." + name + field + "\" " + text);
    }
}
