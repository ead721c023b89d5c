package dev.tenon.conformance;

import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import dev.tenon.server.ServerBuilder;

/** Puts the fixture together; how it is reached is no concern of this class. */
final class FixtureServer {
    private FixtureServer() {}

    /** The fixture in these revisions. */
    static McpServer create(Revision... revisions) {
        ServerBuilder builder = McpServer.named("tenon-fixture", "1.0.0")
                .description("One small example of everything a server can do")
                .logging()
                .revisions(revisions);
        ContentTools.addTo(builder);
        TalkingTools.addTo(builder);
        AskingTools.addTo(builder);
        SchemaTools.addTo(builder);
        RoundTools.addTo(builder);
        Resources.addTo(builder);
        Prompts.addTo(builder);
        McpServer server = builder.build();
        ChangingTools.addTo(server);
        return server;
    }
}
