package dev.tenon.client.endpoint;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server that is reached by HTTP. Redirects are followed only within the same scheme, host and port: a server must
 * not send a client's requests, and what they carry, to somebody else.
 *
 * @param kind which transport is spoken there
 * @param uri the endpoint
 * @param headers sent with every request, such as an API key; names in any case
 * @param credentials gives each request its credentials, or null for none
 * @param sslContext what is trusted, or null for what this Java trusts
 */
public record HttpTarget(
        Kind kind,
        URI uri,
        Map<String, String> headers,
        @Nullable CredentialsProvider credentials,
        @Nullable SSLContext sslContext)
        implements ServerTarget {
    private static final Set<String> RESERVED_HEADERS =
            Set.of("accept", "content-type", "content-length", "host", "mcp-session-id", "mcp-protocol-version");

    /** The transports over HTTP. */
    public enum Kind {
        /** Streamable HTTP (since 2025-03-26). */
        STREAMABLE("http", "https"),
        /** HTTP+SSE (2024-11-05). */
        SSE("http", "https"),
        /** A WebSocket: a custom transport. */
        WEB_SOCKET("ws", "wss");

        private final Set<String> schemes;

        Kind(String... schemes) {
            this.schemes = Set.of(schemes);
        }
    }

    public HttpTarget {
        String scheme = uri.getScheme();
        if (scheme == null
                || !kind.schemes.contains(scheme.toLowerCase(java.util.Locale.ROOT))
                || uri.getHost() == null) {
            throw new IllegalArgumentException("Not an address of a server: " + uri + ". It begins with "
                    + String.join(" or ", kind.schemes.stream().sorted().toList()) + " and names a host");
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("An address holds no user and password: give them as a header");
        }
        Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        sorted.keySet().forEach(HttpTarget::checkHeader);
        headers = java.util.Collections.unmodifiableMap(sorted);
    }

    private static void checkHeader(String name) {
        if (RESERVED_HEADERS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
            throw new IllegalArgumentException("The header " + name + " is set by the client itself");
        }
    }

    static HttpTarget of(Kind kind, URI uri) {
        return new HttpTarget(kind, uri, Map.of(), null, null);
    }

    /** With a header more in every request. */
    public HttpTarget withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new HttpTarget(kind, uri, more, credentials, sslContext);
    }

    /** With credentials for every request. */
    public HttpTarget withCredentials(@Nullable CredentialsProvider changed) {
        return new HttpTarget(kind, uri, headers, changed, sslContext);
    }

    /** With other authorities that are trusted, or with a certificate of the client's own. */
    public HttpTarget withTls(@Nullable SSLContext changed) {
        return new HttpTarget(kind, uri, headers, credentials, changed);
    }

    /** The same endpoint by another transport. */
    public HttpTarget withKind(Kind changed) {
        return new HttpTarget(changed, uri, headers, credentials, sslContext);
    }

    @Override
    public String label() {
        return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }

    /** Without headers: they may hold secrets. */
    @Override
    public String toString() {
        return kind + " " + label();
    }
}
