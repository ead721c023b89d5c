package dev.tenon.guard.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How clients reach the guard. */
public sealed interface ListenConfig {
    /** By standard input and output, as the program that a client starts. */
    record StdioListenConfig() implements ListenConfig {}

    /**
     * Over HTTP.
     *
     * @param host the name or address to listen on, an IPv6 address without brackets
     * @param port the port, 0 for any that is free
     * @param path the path of the endpoint; upstreams with a path of their own have that instead
     * @param sse the path of the old HTTP+SSE transport for the common endpoint, if it is served
     * @param webSocket the path for WebSocket, if it is served
     * @param origins the origins of web pages that may call, beside this machine's
     * @param trustedProxies addresses or networks of proxies whose {@code X-Forwarded-For} is believed
     * @param authorization what clients must bring, if anything
     */
    record HttpListenConfig(
            String host,
            int port,
            String path,
            Optional<String> sse,
            Optional<String> webSocket,
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
     * What clients must bring: a token for this guard, or a key.
     *
     * @param issuers the authorization servers whose tokens count; none when there are only keys
     * @param resource the URL that tokens must be made for; there when there are issuers
     * @param scopes what a token must have been granted; a key counts as having it
     * @param apiKeys keys that do not change, by the names of the callers who have them
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
