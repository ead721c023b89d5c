package dev.tenon.client.internal.connection;

import dev.tenon.client.ServerInfo;
import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import java.util.List;

/** Creates connections over a {@link FakeTransport}. */
final class TestConnections {
    private TestConnections() {}

    /** Returns an open connection that has negotiated this revision. */
    static McpConnection open(FakeTransport transport, ClientContext context, Revision revision) {
        ProtocolCodec codec = revision.isStateless() ? new StatelessCodec(null) : HandshakeCodec.of(revision);
        ServerInfo server = new ServerInfo(
                revision, null, ServerCapabilities.NONE.withTools(true), null, List.of(revision.wireName()));
        McpConnection connection = new McpConnection(transport, context);
        connection.open();
        connection.useProtocol(new NegotiatedProtocol(codec, server, "test"));
        return connection;
    }
}
