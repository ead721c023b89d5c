package dev.tenon.client.endpoint;

import dev.tenon.transport.DuplexChannel;
import java.net.URI;
import java.util.List;

/** Where a server is, and how to get there. */
public sealed interface ServerTarget permits CommandTarget, HttpTarget, ChannelTarget {
    /** What it is called in messages and logs; without anything secret. */
    String label();

    /** A program that is started, and spoken to over its standard input and output (stdio transport). */
    static CommandTarget command(String... command) {
        return CommandTarget.of(List.of(command));
    }

    /** An endpoint of Streamable HTTP, {@code http} or {@code https}. */
    static HttpTarget http(String uri) {
        return http(URI.create(uri));
    }

    /**
     * An endpoint of Streamable HTTP. When it turns out to be one of the older HTTP+SSE, that is spoken.
     *
     * @throws IllegalArgumentException when it is no absolute http or https URI
     */
    static HttpTarget http(URI uri) {
        return HttpTarget.of(HttpTarget.Kind.STREAMABLE, uri);
    }

    /** An endpoint of HTTP+SSE, the pair of 2024-11-05. */
    static HttpTarget httpSse(URI uri) {
        return HttpTarget.of(HttpTarget.Kind.SSE, uri);
    }

    /**
     * An endpoint that takes WebSockets: {@code ws} or {@code wss}. A custom transport: one message is one text
     * message.
     */
    static HttpTarget webSocket(URI uri) {
        return HttpTarget.of(HttpTarget.Kind.WEB_SOCKET, uri);
    }

    /** A channel that leads to a server already, in memory for instance. It is opened and closed by the client. */
    static ChannelTarget channel(DuplexChannel channel) {
        return new ChannelTarget(channel);
    }
}
