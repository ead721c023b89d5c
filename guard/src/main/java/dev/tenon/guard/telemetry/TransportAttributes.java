package dev.tenon.guard.telemetry;

import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.uri.HttpUrls;
import io.opentelemetry.api.common.AttributesBuilder;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The transport of one side, in terms of the OpenTelemetry conventions.
 *
 * @param transport {@code pipe} for stdio, {@code tcp} for HTTP and WebSocket; null if unknown
 * @param protocol {@code http} or {@code websocket}; null for stdio
 * @param address the host of a server on the network; null for others
 * @param port its port; 0 without an address
 */
public record TransportAttributes(
        @Nullable String transport,
        @Nullable String protocol,
        @Nullable String address,
        int port) {
    /** Standard input and output. */
    public static final TransportAttributes STDIO = new TransportAttributes("pipe", null, null, 0);
    /** HTTP, to clients at any address. */
    public static final TransportAttributes HTTP = new TransportAttributes("tcp", "http", null, 0);
    /** An unknown transport. */
    public static final TransportAttributes UNKNOWN = new TransportAttributes(null, null, null, 0);

    /** Returns the transport to a server. */
    public static TransportAttributes of(ServerTarget target) {
        if (target instanceof HttpTarget http) {
            return of(http.uri());
        }
        return target instanceof CommandTarget ? STDIO : UNKNOWN;
    }

    /** Returns the transport to a configured upstream server. */
    public static TransportAttributes of(UpstreamTarget target) {
        return target instanceof UpstreamTarget.NetworkTarget remote ? of(remote.url()) : STDIO;
    }

    private static TransportAttributes of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        int port = uri.getPort() < 0 ? HttpUrls.defaultPort(scheme) : uri.getPort();
        return new TransportAttributes("tcp", scheme.startsWith("ws") ? "websocket" : "http", uri.getHost(), port);
    }

    /** Adds the known attributes. Only the client side reports the address, which is that of the server. */
    void addTo(AttributesBuilder attributes, boolean asClient) {
        if (transport != null) {
            attributes.put(AttributeKeys.TRANSPORT, transport);
        }
        if (protocol != null) {
            attributes.put(AttributeKeys.PROTOCOL, protocol);
        }
        if (asClient && address != null) {
            attributes.put(AttributeKeys.ADDRESS, address).put(AttributeKeys.PORT, (long) port);
        }
    }
}
