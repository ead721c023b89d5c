package dev.tenon.guard.internal;

import dev.tenon.client.ServerInfo;
import dev.tenon.model.Implementation;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.Presentation;

/** What a client in front is told of the server behind. */
final class Introduction {
    private Introduction() {}

    static Presentation of(ServerInfo server, Implementation self) {
        Implementation said = server.implementation();
        ServerCapabilities can = server.capabilities();
        // Before a revision has the capability, only a call shows whether a server completes.
        boolean completes = can.completions() || !server.revision().hasCompletionsCapability();
        return new Presentation(said == null ? self : said, can.withCompletions(completes), server.instructions());
    }
}
