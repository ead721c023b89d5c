package dev.tenon.guard.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How clients reach the guard. */
public sealed interface ListenConfig {
    /** Standard input and output of a process that the client starts. */
    record StdioListenConfig() implements ListenConfig {}

    /**
     * An HTTP listener.
     *
     * @param host the host name or address to listen on, an IPv6 address without brackets
     * @param port the port; 0 for any free port
     * @param path the path of the common endpoint; upstream servers with a path of their own are served there instead
     * @param ssePath the path of the deprecated HTTP+SSE transport for the common endpoint; empty if it is not served
     * @param webSocketPath the path for WebSocket; empty if it is not served
     * @param origins the web origins that are allowed in addition to those of this machine
     * @param trustedProxies the addresses or networks of proxies whose {@code X-Forwarded-For} header is trusted
     * @param authorization how clients authenticate; empty if they do not
     */
    record HttpListenConfig(
            String host,
            int port,
            String path,
            Optional<String> ssePath,
            Optional<String> webSocketPath,
            List<String> origins,
            List<String> trustedProxies,
            Optional<AuthorizationConfig> authorization)
            implements ListenConfig {
        public HttpListenConfig {
            origins = List.copyOf(origins);
            trustedProxies = List.copyOf(trustedProxies);
        }
    }

    /**
     * How clients authenticate: with an access token for this guard, or with an API key.
     *
     * @param issuers the authorization servers whose tokens are accepted; empty if only keys are accepted
     * @param resource the URL for which tokens must be issued (RFC 8707); present if there are issuers
     * @param scopes the scopes that a token must have; an API key counts as having them
     * @param apiKeys static keys, by the names of the callers that use them
     */
    record AuthorizationConfig(
            List<String> issuers, Optional<String> resource, List<String> scopes, Map<String, SecretSource> apiKeys) {
        public AuthorizationConfig {
            issuers = List.copyOf(issuers);
            scopes = List.copyOf(scopes);
            apiKeys = Collections.unmodifiableMap(new LinkedHashMap<>(apiKeys));
        }
    }
}
