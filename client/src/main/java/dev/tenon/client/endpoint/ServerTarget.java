package dev.tenon.client.endpoint;

import dev.tenon.transport.DuplexChannel;
import java.net.URI;
import java.util.List;

/** Describes how to reach a server. */
public sealed interface ServerTarget permits CommandTarget, HttpTarget, ChannelTarget {
    /** Returns the name of the target for messages and logs, without secrets. */
    String label();

    /** Returns a target that starts a program and uses its standard input and output (stdio transport). */
    static CommandTarget command(String... command) {
        return CommandTarget.of(List.of(command));
    }

    /**
     * Returns a Streamable HTTP endpoint.
     *
     * @param uri an absolute {@code http} or {@code https} URI
     * @throws IllegalArgumentException when the URI is invalid
     */
    static HttpTarget http(String uri) {
        return http(URI.create(uri));
    }

    /**
     * Returns a Streamable HTTP endpoint. If the server turns out to support only HTTP+SSE (2024-11-05), the client
     * uses that.
     *
     * @throws IllegalArgumentException when it is not an absolute http or https URI
     */
    static HttpTarget http(URI uri) {
        return HttpTarget.of(HttpTarget.Kind.STREAMABLE, uri);
    }

    /**
     * Returns an HTTP+SSE endpoint (2024-11-05).
     *
     * @throws IllegalArgumentException when it is not an absolute http or https URI
     */
    static HttpTarget httpSse(URI uri) {
        return HttpTarget.of(HttpTarget.Kind.SSE, uri);
    }

    /**
     * Returns a WebSocket endpoint. WebSocket is a custom transport: each text message is one protocol message.
     *
     * @param uri an absolute {@code ws} or {@code wss} URI
     * @throws IllegalArgumentException when the URI is invalid
     */
    static HttpTarget webSocket(URI uri) {
        return HttpTarget.of(HttpTarget.Kind.WEB_SOCKET, uri);
    }

    /** Returns a target for an existing channel, for instance in memory. The client opens and closes the channel. */
    static ChannelTarget channel(DuplexChannel channel) {
        return new ChannelTarget(channel);
    }
}
