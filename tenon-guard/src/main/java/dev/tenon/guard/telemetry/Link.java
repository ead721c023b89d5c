package dev.tenon.guard.telemetry;

import dev.tenon.client.CommandTarget;
import dev.tenon.client.HttpTarget;
import dev.tenon.client.Target;
import io.opentelemetry.api.common.AttributesBuilder;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * How one side is connected, in the words of the conventions.
 *
 * @param transport {@code pipe} for stdio, {@code tcp} for HTTP and WebSocket; null when it is not known
 * @param protocol {@code http} or {@code websocket}; null for stdio
 * @param address the host of a server on the network; null for others
 * @param port its port; 0 without an address
 */
public record Link(
        @Nullable String transport,
        @Nullable String protocol,
        @Nullable String address,
        int port) {
    /** Standard input and output. */
    public static final Link STDIO = new Link("pipe", null, null, 0);
    /** HTTP, to clients at any address. */
    public static final Link HTTP = new Link("tcp", "http", null, 0);
    /** Nobody said. */
    public static final Link UNKNOWN = new Link(null, null, null, 0);

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** To that server. */
    public static Link to(Target target) {
        if (target instanceof HttpTarget http) {
            URI uri = http.uri();
            String protocol = http.kind() == HttpTarget.Kind.WEB_SOCKET ? "websocket" : "http";
            return new Link("tcp", protocol, uri.getHost(), uri.getPort() < 0 ? usualPort(uri) : uri.getPort());
        }
        return target instanceof CommandTarget ? STDIO : UNKNOWN;
    }

    private static int usualPort(URI uri) {
        String scheme = uri.getScheme();
        return scheme.equalsIgnoreCase("https") || scheme.equalsIgnoreCase("wss") ? HTTPS_PORT : HTTP_PORT;
    }

    /** Adds what is known. The address is that of the server, which only its clients say. */
    void describe(AttributesBuilder attributes, boolean asClient) {
        if (transport != null) {
            attributes.put(Keys.TRANSPORT, transport);
        }
        if (protocol != null) {
            attributes.put(Keys.PROTOCOL, protocol);
        }
        if (asClient && address != null) {
            attributes.put(Keys.ADDRESS, address).put(Keys.PORT, (long) port);
        }
    }
}
