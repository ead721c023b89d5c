package dev.tenon.client.endpoint;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server that is reached over HTTP. The client follows redirects only within the same scheme, host and port, so that
 * a server cannot divert requests and credentials to another server.
 *
 * @param kind the transport
 * @param uri the URI of the endpoint
 * @param headers headers of every request, such as an API key; names in any case
 * @param credentials provides the credentials of each request, or null for none
 * @param sslContext the TLS settings, or null for the defaults of the JVM
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
        /** WebSocket, a custom transport. */
        WEB_SOCKET("ws", "wss");

        private final List<String> schemes;

        Kind(String... schemes) {
            this.schemes = List.of(schemes);
        }
    }

    public HttpTarget {
        String scheme = uri.getScheme();
        if (scheme == null || !kind.schemes.contains(scheme.toLowerCase(Locale.ROOT)) || uri.getHost() == null) {
            throw new IllegalArgumentException("Invalid server address: " + uri + "; it must begin with "
                    + String.join(" or ", kind.schemes) + " and name a host");
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "A server address must not contain user and password; set a header instead");
        }
        Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        sorted.keySet().forEach(HttpTarget::rejectReservedHeader);
        headers = Collections.unmodifiableMap(sorted);
    }

    private static void rejectReservedHeader(String name) {
        if (RESERVED_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("The header " + name + " is set by the client itself");
        }
    }

    static HttpTarget of(Kind kind, URI uri) {
        return new HttpTarget(kind, uri, Map.of(), null, null);
    }

    /**
     * Returns this target with an additional header in every request.
     *
     * @throws IllegalArgumentException when the client itself sets this header
     */
    public HttpTarget withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new HttpTarget(kind, uri, more, credentials, sslContext);
    }

    /** Returns this target with credentials for every request; null for none. */
    public HttpTarget withCredentials(@Nullable CredentialsProvider changed) {
        return new HttpTarget(kind, uri, headers, changed, sslContext);
    }

    /** Returns this target with other TLS settings: trusted authorities or a client certificate. */
    public HttpTarget withTls(@Nullable SSLContext changed) {
        return new HttpTarget(kind, uri, headers, credentials, changed);
    }

    /** Returns the same endpoint with another transport. */
    public HttpTarget withKind(Kind changed) {
        return new HttpTarget(changed, uri, headers, credentials, sslContext);
    }

    @Override
    public String label() {
        return uri.getScheme() + "://" + uri.getRawAuthority() + uri.getRawPath();
    }

    /** Leaves the headers out because they may contain secrets. */
    @Override
    public String toString() {
        return kind + " " + label();
    }
}
