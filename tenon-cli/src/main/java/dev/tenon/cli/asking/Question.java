package dev.tenon.cli.asking;

import dev.tenon.cli.screen.Visible;
import dev.tenon.client.Asker;
import dev.tenon.model.Implementation;

/** How users are told who asks them. */
final class Question {
    private Question() {}

    /** By the name that the server gives itself, which may be made up, and by where it is, which is not. */
    static String by(Asker asker) {
        Implementation server = asker.server();
        String place = Visible.line(asker.target());
        if (server == null) {
            return "The server at " + place;
        }
        String name = server.title() == null ? server.name() : server.title();
        return "The server " + place + ", which calls itself '" + Visible.line(name) + "',";
    }
}
