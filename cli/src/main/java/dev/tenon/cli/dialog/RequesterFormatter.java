package dev.tenon.cli.dialog;

import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.model.Implementation;

/** Describes to the user which server sends a request. */
final class RequesterFormatter {
    private RequesterFormatter() {}

    /** Returns the address of the server, and the name that it declares, which can be false. */
    static String describe(RequestingServer requester) {
        Implementation server = requester.implementation();
        String address = TextEscaper.escapeLine(requester.target());
        if (server == null) {
            return "The server at " + address;
        }
        String name = server.title() == null ? server.name() : server.title();
        return "The server " + address + ", which calls itself '" + TextEscaper.escapeLine(name) + "',";
    }
}
