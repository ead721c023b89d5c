package dev.tenon.cli.dialog;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.model.Implementation;

/** How users are told who asks them. */
final class RequesterFormatter {
    private RequesterFormatter() {}

    /** By the name that the server gives itself, which may be made up, and by where it is, which is not. */
    static String describe(RequestingServer asker) {
        Implementation server = asker.implementation();
        String place = TextEscaper.escapeLine(asker.target());
        if (server == null) {
            return "The server at " + place;
        }
        String name = server.title() == null ? server.name() : server.title();
        return "The server " + place + ", which calls itself '" + TextEscaper.escapeLine(name) + "',";
    }
}
