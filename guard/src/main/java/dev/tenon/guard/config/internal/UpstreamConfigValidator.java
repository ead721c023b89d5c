package dev.tenon.guard.config.internal;

import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.uri.HttpUrls;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds conflicts between upstream servers: those that share an endpoint must have different prefixes. */
record UpstreamConfigValidator(ConfigProblems problems, ListenConfig listen, ConfigSection root) {
    void validate(List<UpstreamConfig> upstreams) {
        Map<String, String> prefixes = new HashMap<>();
        Map<String, String> paths = new HashMap<>();
        for (UpstreamConfig upstream : upstreams) {
            int line = root.sectionOrEmpty("upstreams").line(upstream.name());
            if (upstream.path().isPresent()) {
                checkOwnPath(upstream, line, paths);
            } else {
                String other = prefixes.put(upstream.prefix(), upstream.name());
                if (other != null) {
                    problems.add(
                            line,
                            "\"upstreams." + upstream.name() + "\" and \"upstreams." + other
                                    + "\" share one endpoint: each must have a \"prefix\" of its own, or a \"path\"");
                }
            }
            requireHttpsForCredentials(upstream, line);
            requireIssuersForTokenExchange(upstream, line);
        }
    }

    /** Token exchange requires clients that authenticate with tokens. */
    private void requireIssuersForTokenExchange(UpstreamConfig upstream, int line) {
        boolean exchanges = upstream.target() instanceof UpstreamTarget.NetworkTarget network
                && network.credentials() instanceof UpstreamCredentials.TokenExchangeCredentials;
        boolean hasTokens = listen instanceof ListenConfig.HttpListenConfig http
                && http.authorization().filter(a -> !a.issuers().isEmpty()).isPresent();
        if (exchanges && !hasTokens) {
            problems.add(
                    line,
                    "\"upstreams." + upstream.name() + ".credentials.exchange\" needs \"front.authorization.issuers\":"
                            + " it exchanges the tokens of clients");
        }
    }

    private void checkOwnPath(UpstreamConfig upstream, int line, Map<String, String> paths) {
        String path = upstream.path().orElse("");
        if (!(listen instanceof ListenConfig.HttpListenConfig http)) {
            problems.add(line, "\"upstreams." + upstream.name() + ".path\" needs \"front.http\"");
            return;
        }
        String other = paths.put(path, upstream.name());
        boolean common = path.equals(http.path())
                || http.ssePath().filter(path::equals).isPresent()
                || http.webSocketPath().filter(path::equals).isPresent();
        if (other != null || common) {
            problems.add(
                    line,
                    "\"upstreams." + upstream.name() + ".path\" is already used by "
                            + (other == null ? "the common endpoint" : "\"upstreams." + other + "\""));
        }
    }

    /** Credentials require https, except on this machine. */
    private void requireHttpsForCredentials(UpstreamConfig upstream, int line) {
        if (upstream.target() instanceof UpstreamTarget.NetworkTarget network
                && !(network.credentials() instanceof UpstreamCredentials.NoCredentials)
                && !HttpUrls.isSecureOrLoopback(network.url())) {
            problems.add(line, "\"upstreams." + upstream.name() + ".url\" must be https: credentials are sent there");
        }
    }
}
