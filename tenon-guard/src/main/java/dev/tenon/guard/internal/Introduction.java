package dev.tenon.guard.internal;

import dev.tenon.client.ServerInfo;
import dev.tenon.model.Implementation;
import dev.tenon.server.Presentation;

/** What a client in front is told of the server behind. */
final class Introduction {
    private Introduction() {}

    static Presentation of(ServerInfo server, Implementation self) {
        Implementation said = server.implementation();
        return new Presentation(said == null ? self : said, server.capabilities(), server.instructions());
    }
}
