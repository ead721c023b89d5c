package dev.tenon.conformance;

import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;

/** Creates the fixture server, independently of its transports. */
final class FixtureServer {
    private FixtureServer() {}

    /** Returns the fixture with these revisions. */
    static McpServer create(Revision... revisions) {
        ServerBuilder builder = McpServer.builder("tenon-fixture", "1.0.0")
                .description("One small example of everything a server can do")
                .enableLogging()
                .revisions(revisions);
        ContentTools.addTo(builder);
        NotificationTools.addTo(builder);
        ClientRequestTools.addTo(builder);
        SchemaTools.addTo(builder);
        MultiRoundTools.addTo(builder);
        FixtureResources.addTo(builder);
        FixturePrompts.addTo(builder);
        McpServer server = builder.build();
        ListChangeTools.addTo(server);
        return server;
    }
}
